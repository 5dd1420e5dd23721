/** The shared document in the editor: drawn once, when all that draws it is there. */
import type { Editor, Extension } from '@tiptap/core';
import Collaboration from '@tiptap/extension-collaboration';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import type { Doc } from 'yjs';

/**
 * Without a mapping of its own the whole document is made and drawn anew whenever a plugin is added, and each menu adds
 * one. With one, nothing is drawn until `showShared` says so.
 */
export const sharedNotes = (document: Doc): Extension => Collaboration.configure({ document, field: 'default', ySyncOptions: { mapping: new Map() } });

export function showShared(editor: Editor): void {
  const shared = ySyncPluginKey.getState(editor.state) as { binding: { _forceRerender(): void } } | undefined;
  shared?.binding._forceRerender();
}
