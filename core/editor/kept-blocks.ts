/**
 * The comment at the end of exported notes: blocks as they are, for what Markdown cannot say of
 * them.
 */
import type { JSONContent } from '@tiptap/core';
import { cleanDoc, docText } from './document.ts';
import { escapeMarkdown } from './locator-link.ts';

export type Kept = ReadonlyMap<string, JSONContent>;

export const COMMENT_OPEN = '<!-- gloss';

export const idOf = (node: JSONContent): string | undefined =>
  typeof node.attrs?.['_id'] === 'string' ? node.attrs['_id'] : undefined;

/** The same text gives the same name: FNV-1a, 32 bits. */
export function nameOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(36).padStart(7, '0').slice(-7);
}

// What would end the comment is written otherwise.
export const commentOf = (kept: Kept, mark: string): string =>
  `\n${COMMENT_OPEN}${mark}\n${[...kept].map(([id, node]) => `${id} ${JSON.stringify(node).replaceAll('-->', '--\\u003e')}`).join('\n')}\n-->\n`;

/** A document's text as paragraphs that Markdown reads as they are. */
export const plainMarkdown = (doc: JSONContent): string =>
  docText(doc).replaceAll('\r\n', '\n').split('\n').map(escapeMarkdown).join('\n\n').trim();

/**
 * Writes notes like `notesToMarkdown`, but without a parser: their text, and every block unchanged
 * in the comment. They read back unchanged unless the text was edited. Takes linear time.
 */
export function notesToPlainMarkdown(doc: JSONContent): string {
  const nodes = cleanDoc(doc).content ?? [];
  const body = plainMarkdown(doc);
  const kept = new Map(nodes.map((node, at) => [`b-${nameOf(String(at))}-${at}`, node]));
  return `${body}\n${commentOf(kept, ` ${nameOf(body)}`)}`;
}
