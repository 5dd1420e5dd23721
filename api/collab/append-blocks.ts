import type { JSONContent } from '@tiptap/core';
import { prosemirrorJSONToYXmlFragment } from '@tiptap/y-tiptap';
import { Doc, XmlElement, XmlText, type XmlFragment } from 'yjs';
import { cleanDoc } from '#core/editor/document.ts';
import { blockIds } from '#core/editor/insert-blocks.ts';
import { notesSchema } from '#core/editor/schema.ts';
import { FRAGMENT, toJson } from './stored-notes.ts';

/**
 * Appends blocks to the notes, except those whose `_id` the notes contain already. Returns the
 * number of blocks appended.
 */
export function appendBlocks(document: Doc, blocks: readonly JSONContent[]): number {
  const present = blockIds(toJson(document));
  const added = blocks.filter(
    (block) => typeof block.attrs?.['_id'] !== 'string' || !present.has(block.attrs['_id']),
  );
  if (added.length === 0) return 0;
  const converted = prosemirrorJSONToYXmlFragment(
    notesSchema(),
    cleanDoc({ type: 'doc', content: added }),
    new Doc().getXmlFragment(FRAGMENT),
  );
  // A Yjs type belongs to one document, so the other document gets copies.
  const copies = converted
    .toArray()
    .flatMap((child) =>
      child instanceof XmlElement || child instanceof XmlText ? [child.clone()] : [],
    );
  const notes = document.getXmlFragment(FRAGMENT);
  if (isUnused(notes)) notes.delete(0, 1);
  notes.push(copies);
  return copies.length;
}

/** Unused notes contain one empty paragraph. */
function isUnused(notes: XmlFragment): boolean {
  const [only] = notes.toArray();
  return (
    notes.length === 1 &&
    only instanceof XmlElement &&
    only.nodeName === 'paragraph' &&
    only.length === 0
  );
}
