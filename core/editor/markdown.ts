/**
 * Notes ⇄ Markdown. Blocks are readable anywhere and read back as blocks; positions become
 * workspace links.
 */
import type { JSONContent } from '@tiptap/core';
import { MarkdownManager } from '@tiptap/markdown';
import { cleanDoc } from './document.ts';
import { markdownPieces, SEPARATOR } from './markdown-pieces.ts';
import { editorExtensions } from './schema.ts';

let manager: MarkdownManager | undefined;
const markdown = (): MarkdownManager =>
  (manager ??= new MarkdownManager({ extensions: editorExtensions() }));

export const docToMarkdown = (doc: JSONContent): string => markdown().serialize(cleanDoc(doc));

const FENCE = /^ {0,3}(```|~~~)/;

/**
 * Notes have no footnotes and three levels of headings: a footnote stays as it is written, because
 * Markdown would drop the text of its definition, and deeper headings become those of level three.
 */
function withinNotes(text: string): string {
  let isCode = false;
  return text
    .split('\n')
    .map((line) => {
      if (FENCE.test(line)) isCode = !isCode;
      return isCode
        ? line
        : line
            .replace(/^( {0,3})\[\^([^\]\s]{1,100})\]:/, '$1\\[^$2\\]:')
            .replace(/^( {0,3})#{4,6}(?=[ \t])/, '$1###');
    })
    .join('\n');
}

/**
 * Takes bounded time for any text: text that is nested too deeply or too dense becomes code, as it
 * is written. Never throws.
 */
export function docFromMarkdown(text: string): JSONContent {
  const content: JSONContent[] = [];
  let plain = '';
  const endPlain = (): void => {
    const written = plain.replace(/^\n+/, '').trimEnd();
    if (written !== '')
      content.push({
        type: 'codeBlock',
        attrs: { language: 'plaintext' },
        content: [{ type: 'text', text: written }],
      });
    plain = '';
  };
  for (const piece of markdownPieces(withinNotes(text))) {
    if (piece.isPlain) {
      plain += piece.text + SEPARATOR;
      continue;
    }
    endPlain();
    content.push(...(markdown().parse(piece.text).content ?? []));
  }
  endPlain();
  return cleanDoc({ type: 'doc', content });
}
