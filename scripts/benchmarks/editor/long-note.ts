/** A note of many blocks: mostly paragraphs, and all blocks of the registry in turn. */
import { randomUUID } from 'node:crypto';
import type { JSONContent } from '@tiptap/core';
import { BLOCKS } from '#core/editor/blocks/registry.ts';
import { cleanDoc, docText } from '#core/editor/document.ts';

const SENTENCE =
  'A gloss is a note in the margin: it explains a hard word, and it stays beside the passage that it was written for.';
const words = (text: string, ...marks: string[]): JSONContent => ({
  type: 'text',
  text,
  ...(marks.length > 0 ? { marks: marks.map((type) => ({ type })) } : {}),
});
const paragraph = (...content: JSONContent[]): JSONContent => ({ type: 'paragraph', content });
const cell = (type: string, text: string): JSONContent => ({
  type,
  content: [paragraph(words(text))],
});

/** One block of twenty kinds; most are paragraphs. */
function block(n: number): JSONContent {
  const [whole, inline] = [BLOCKS.filter((it) => !it.inline), BLOCKS.filter((it) => it.inline)];
  const example = (from: typeof BLOCKS, at: number): JSONContent => {
    const { example: it } = from[at % from.length] ?? { example: paragraph() };
    return { ...it, attrs: { ...it.attrs, _id: randomUUID() } };
  };
  switch (n % 20) {
    case 0:
      return {
        type: 'heading',
        attrs: { level: ((n / 20) % 3) + 1 },
        content: [words(`Part ${n / 20 + 1}`)],
      };
    case 4:
      return {
        type: 'bulletList',
        content: ['one', 'two', 'three'].map((it) => ({
          type: 'listItem',
          content: [paragraph(words(`${it}: ${SENTENCE}`))],
        })),
      };
    case 7:
      return n % 40 === 7
        ? {
            type: 'taskList',
            content: [true, false].map((checked) => ({
              type: 'taskItem',
              attrs: { checked },
              content: [paragraph(words('to be done'))],
            })),
          }
        : {
            type: 'table',
            content: ['tableHeader', 'tableCell', 'tableCell'].map((type) => ({
              type: 'tableRow',
              content: ['Word', 'Gloss', 'Page'].map((it) => cell(type, it)),
            })),
          };
    case 10:
      return {
        type: 'codeBlock',
        attrs: { language: 'javascript' },
        content: [
          words(
            `const margin = ${n};\nfunction gloss(word) {\n  return notes.get(word) ?? 'none';\n}`,
          ),
        ],
      };
    case 2:
    case 13:
    case 17:
      return example(whole, Math.floor(n / 20) * 3 + [2, 13, 17].indexOf(n % 20));
    case 15:
      return paragraph(words(`Paragraph ${n}. `), example(inline, n / 5), words(` ${SENTENCE}`));
    default:
      return paragraph(words(`Paragraph ${n}. `, 'bold'), words(SENTENCE));
  }
}

export const longNote = (blocks: number): JSONContent =>
  cleanDoc({ type: 'doc', content: Array.from({ length: blocks }, (_, n) => block(n)) });

const PLAIN = new Set([
  'heading',
  'paragraph',
  'bulletList',
  'listItem',
  'codeBlock',
  'blockquote',
  'horizontalRule',
  'text',
  'hardBreak',
]);
/** The same text for an editor with only basic blocks; other blocks become paragraphs. */
export function plainNote(doc: JSONContent): JSONContent {
  const plain = (node: JSONContent): JSONContent => {
    if (node.type === 'text')
      return words(
        node.text ?? '',
        ...(node.marks ?? []).map(({ type }) => type).filter((type) => type === 'bold'),
      );
    const known =
      PLAIN.has(node.type ?? '') &&
      (node.content ?? []).every((child) => PLAIN.has(child.type ?? ''));
    if (!known)
      return paragraph(
        words(docText({ type: 'doc', content: [node] }).replaceAll('\n', ' ') || '–'),
      );
    return {
      type: node.type ?? 'paragraph',
      ...(node.type === 'heading'
        ? { attrs: { level: 1 + ((Number(node.attrs?.['level']) - 1) % 3) } }
        : {}),
      content: (node.content ?? []).map(plain),
    };
  };
  return { type: 'doc', content: (doc.content ?? []).map(plain) };
}
