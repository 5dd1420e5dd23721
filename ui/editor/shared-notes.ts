/** The shared document in the editor: drawn once, when everything that draws it has loaded. */
import type { Editor, Extension } from '@tiptap/core';
import Collaboration from '@tiptap/extension-collaboration';
import type { Schema } from '@tiptap/pm/model';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import {
  ContentType,
  type Doc,
  type Transaction,
  XmlElement,
  type XmlFragment,
  XmlText,
} from 'yjs';
import { notesSchema } from '#core/editor/schema.ts';
import { isContainer } from './containers.ts';
import { withFastBinding } from './performance/fast-binding.ts';
import { usesPatch } from './performance/index.ts';
import { CachedNodes } from './performance/minimal-changes.ts';

/**
 * The binding would recreate the whole document whenever a plugin is added, as each menu does. With
 * its own mapping, nothing is drawn until `showShared` is called.
 */
export const sharedNotes = (document: Doc): Extension =>
  Collaboration.extend({
    onBeforeCreate() {
      // Runs before the binding draws, which deletes what does not fit the schema.
      document.transact((transaction) => {
        const notes = document.getXmlFragment('default');
        dropInvalidContent(notes, transaction);
        liftPosts(notes, this.editor.schema);
      });
    },
    addProseMirrorPlugins() {
      const plugins = this.parent?.() ?? [];
      return usesPatch('fast-binding') ? withFastBinding(plugins) : plugins;
    },
  }).configure({
    document,
    field: 'default',
    ...(usesPatch('minimal-changes') && { ySyncOptions: { mapping: new CachedNodes() } }),
  });

export function showShared(editor: Editor): void {
  if (!usesPatch('minimal-changes')) return;
  const shared = ySyncPluginKey.getState(editor.state) as
    | { binding: { _forceRerender(): void } }
    | undefined;
  shared?.binding._forceRerender();
}

/**
 * Removes content that is neither a block nor text, which can't be drawn. The server rejects it,
 * but old notes can have it.
 */
function dropInvalidContent(notes: XmlFragment, transaction: Transaction): void {
  const open = [notes];
  for (let parent = open.pop(); parent; parent = open.pop()) {
    for (let item = parent._start; item; item = item.right) {
      if (item.deleted) continue;
      const type: unknown = item.content instanceof ContentType ? item.content.type : undefined;
      if (type instanceof XmlElement) open.push(type);
      else if (!(type instanceof XmlText) || parent === notes) item.delete(transaction);
    }
  }
}

/**
 * Moves the content of a post inside another block up into that block. Old editors created such
 * posts, and the binding would delete what does not fit the schema.
 */
export function liftPosts(
  parent: XmlFragment,
  { nodes }: Pick<Schema, 'nodes'> = notesSchema(),
  depth = 0,
): void {
  // Backwards, so that the positions of earlier children stay valid.
  for (const [at, child] of [...parent.toArray().entries()].reverse()) {
    if (!(child instanceof XmlElement)) continue;
    const type = nodes[child.nodeName];
    if (!type || !isContainer(type)) continue;
    liftPosts(child, { nodes }, depth + 1);
    if (child.nodeName !== 'blog' || depth === 0) continue;
    const held = child
      .toArray()
      .flatMap((it) => (it instanceof XmlElement || it instanceof XmlText ? [it.clone()] : []));
    parent.delete(at);
    parent.insert(at, held);
  }
}
