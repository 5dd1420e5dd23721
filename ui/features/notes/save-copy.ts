/** Downloads the notes as this browser has them, as a Markdown file. */
import type { JSONContent } from '@tiptap/core';
import { yXmlFragmentToProsemirrorJSON } from '@tiptap/y-tiptap';
import type { Doc } from 'yjs';
import { docToMarkdown } from '#core/editor/markdown.ts';
import { notesTexts as texts } from './texts.ts';

export function saveCopy(document: Doc): void {
  const notes = yXmlFragmentToProsemirrorJSON(document.getXmlFragment('default')) as JSONContent;
  const url = URL.createObjectURL(new Blob([docToMarkdown(notes)], { type: 'text/markdown' }));
  const link = window.document.createElement('a');
  link.href = url;
  link.download = texts.copyName;
  link.click();
  URL.revokeObjectURL(url);
}
