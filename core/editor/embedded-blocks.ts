/**
 * The comment at the end of exported notes. It holds blocks as JSON, for what Markdown cannot
 * express.
 */
import type { JSONContent } from '@tiptap/core';
import { cleanDoc, docText } from './document.ts';
import { escapeMarkdown } from './locator-link.ts';

/** Blocks by id. */
export type EmbeddedBlocks = ReadonlyMap<string, JSONContent>;

export const EMBEDDED_OPEN = '<!-- gloss';

export const blockId = (node: JSONContent): string | undefined =>
  typeof node.attrs?.['_id'] === 'string' ? node.attrs['_id'] : undefined;

/** FNV-1a, 32 bits, as seven base-36 digits. */
export function textHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(36).padStart(7, '0').slice(-7);
}

/** `hash`: the hash of the text, if all blocks are embedded. Escapes `-->`. */
export const writeEmbedded = (blocks: EmbeddedBlocks, hash?: string): string =>
  `\n${EMBEDDED_OPEN}${hash === undefined ? '' : ` ${hash}`}\n${[...blocks].map(([id, node]) => `${id} ${JSON.stringify(node).replaceAll('-->', '--\\u003e')}`).join('\n')}\n-->\n`;

/** A document's text as paragraphs that Markdown reads unchanged. */
export const plainMarkdown = (doc: JSONContent): string =>
  docText(doc).replaceAll('\r\n', '\n').split('\n').map(escapeMarkdown).join('\n\n').trim();

/**
 * Writes notes like `notesToMarkdown`, but without a parser: their text, and every block as JSON in
 * the comment. They read back unchanged unless the text was edited. Takes linear time.
 */
export function notesToPlainMarkdown(doc: JSONContent): string {
  const nodes = cleanDoc(doc).content ?? [];
  const body = plainMarkdown(doc);
  const blocks = new Map(nodes.map((node, at) => [`b-${textHash(String(at))}-${at}`, node]));
  return `${body}\n${writeEmbedded(blocks, textHash(body))}`;
}
