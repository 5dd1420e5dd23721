import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MarkdownManager } from '@tiptap/markdown';
import { BLOCKS } from './blocks/registry.ts';
import { cleanDoc, docText } from './document.ts';
import { docFromMarkdown, docToMarkdown } from './markdown.ts';
import { markdownPieces, SEPARATOR } from './markdown-pieces.ts';
import { editorExtensions } from './schema.ts';
import { hostileMarkdown } from './testing/hostile-markdown.ts';

/** Far above the time of any of them, and far below that of quadratic growth. */
const MOST_MS = 8_000;
const CHARS = 200_000;

it.each(Object.keys(hostileMarkdown(10)))(
  'parses 200,000 characters of %s in bounded time',
  (family) => {
    const text = hostileMarkdown(CHARS)[family] ?? '';
    const begun = performance.now();
    expect(docFromMarkdown(text).content?.length).toBeGreaterThan(0);
    expect(performance.now() - begun).toBeLessThan(MOST_MS);
  },
  2 * MOST_MS,
);

it('shows text that is nested too deeply as it was written', () => {
  for (const text of ['['.repeat(5_000), '>'.repeat(2_000), '- '.repeat(2_000).trim()]) {
    expect(docFromMarkdown(text)).toMatchObject({
      content: [{ type: 'codeBlock', content: [{ text }] }],
    });
  }
  expect(docText(docFromMarkdown(`Before.\n\n${'['.repeat(5_000)}`))).toContain('Before.');
});

it('parses long notes in pieces like a whole', () => {
  const manager = new MarkdownManager({ extensions: editorExtensions() });
  const paragraph = (at: number) => ({
    type: 'paragraph',
    content: [{ type: 'text', text: `Words of *a* paragraph_here [x] with ${at}. `.repeat(6) }],
  });
  const list = {
    type: 'bulletList',
    content: Array.from({ length: 20 }, (_, at) => ({
      type: 'listItem',
      content: [paragraph(at)],
    })),
  };
  const blocks = BLOCKS.filter((it) => !it.inline).map((it) => it.example);
  const markdown = docToMarkdown({
    type: 'doc',
    content: Array.from({ length: 10 }, (_, at) => [paragraph(at), ...blocks, list]).flat(),
  });
  expect(markdownPieces(markdown).length).toBeGreaterThan(10);
  expect(docFromMarkdown(markdown)).toEqual(cleanDoc(manager.parse(markdown)));
});

it('joins the pieces to the original text', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '',
      'word '.repeat(120).trim(),
      '- item',
      '> quote',
      '```',
      '<details><summary>a</summary>',
      '</details>',
      '    code',
      '|a|b|',
    ),
    fc.string({ maxLength: 40 }),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (all) => {
      const text = all.join('\n');
      expect(
        markdownPieces(text)
          .map((it) => it.text)
          .join(SEPARATOR),
      ).toBe(text);
    }),
  );
});
