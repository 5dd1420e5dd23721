import type { JSONContent } from '@tiptap/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCKS } from './blocks/registry.ts';
import { cleanDoc, docText } from './document.ts';
import { notesToPlainMarkdown } from './embedded-blocks.ts';
import { notesFromMarkdown, notesToMarkdown } from './portable-markdown.ts';

const plain = { toExternal: (text: string) => text, toInternal: (text: string) => text };
const text = (value: string): JSONContent => ({ type: 'text', text: value });
const paragraph = (value?: string, attrs = {}): JSONContent => ({
  type: 'paragraph',
  attrs,
  ...(value === undefined ? {} : { content: [text(value)] }),
});
/** Every block of the registry, and content that Markdown can't express. */
const EVERYTHING = cleanDoc({
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2, _id: 'head', indent: 3 }, content: [text('Margins')] },
    ...BLOCKS.map(
      (block): JSONContent => (block.inline ? paragraph(undefined, {}) : block.example),
    ),
    ...BLOCKS.filter((block) => block.inline).map(
      (block): JSONContent => ({
        type: 'paragraph',
        content: [text('at '), block.example, text(' there')],
      }),
    ),
    paragraph(),
    paragraph(),
    paragraph('1. no list'),
    paragraph('# no heading'),
    paragraph('ends in ^caret'),
    paragraph('twice'),
    paragraph('twice'),
    paragraph('deep', { indent: 4, _id: 'deep' }),
    {
      type: 'codeBlock',
      attrs: { language: 'js' },
      content: [text('let a;\n\n^no-id\n``` \n<!-- gloss')],
    },
    {
      type: 'bulletList',
      content: [
        { type: 'listItem', content: [paragraph('one')] },
        { type: 'listItem', content: [paragraph('two')] },
      ],
    },
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('another list')] }] },
    { type: 'blockquote', attrs: { _id: 'said' }, content: [paragraph('quoted')] },
    { type: 'horizontalRule' },
    {
      type: 'paragraph',
      content: [
        text('line'),
        { type: 'hardBreak' },
        { type: 'text', marks: [{ type: 'bold' }], text: 'bold at the end' },
      ],
    },
    paragraph('last --> of all'),
  ],
});

describe('portable Markdown', () => {
  it('reads back unchanged, and a second export has the same bytes', () => {
    const markdown = notesToMarkdown(EVERYTHING, plain);
    const back = notesFromMarkdown(markdown, plain);
    expect(back).toEqual(EVERYTHING);
    expect(notesToMarkdown(back, plain)).toBe(markdown);
    expect(notesFromMarkdown(markdown.replaceAll('\n', '\r\n'), plain)).toEqual(EVERYTHING);
  });

  it.each(BLOCKS.map((block) => [block.name, block] as const))(
    '%s reads back unchanged alone and between other blocks',
    (_, block) => {
      const doc = cleanDoc({
        type: 'doc',
        content: [
          paragraph('before'),
          block.inline
            ? { type: 'paragraph', content: [text('at '), block.example] }
            : block.example,
          paragraph('after'),
        ],
      });
      const markdown = notesToMarkdown(doc, plain);
      expect(notesFromMarkdown(markdown, plain)).toEqual(doc);
      expect(markdown).not.toMatch(/<!-- gloss \w/);
    },
  );

  it('reads back unchanged for any text', () => {
    const words = fc
      .array(
        fc.constantFrom(
          'word',
          'a b',
          '1. ',
          '# ',
          '- ',
          '> ',
          '```',
          '~~~',
          '$$',
          '$x$',
          '[1]',
          '[a](b)',
          '<!-- gloss',
          '-->',
          '</details>',
          '^id',
          ' ^b-0000000',
          '|',
          '**',
          '_',
          '\\',
          '&nbsp;',
          '<b>',
          '[!NOTE]',
          '---',
          '![x](?file=a&width=1)',
          'é 日本',
          'https://a.test/x#p=1',
          '\n',
          '\n\n',
          ':',
        ),
        { minLength: 1, maxLength: 6 },
      )
      .map((parts) => parts.join(''));
    const line = fc.record({
      type: fc.constantFrom('paragraph', 'heading'),
      attrs: fc.record({
        level: fc.constantFrom(1, 3),
        indent: fc.constantFrom(0, 2),
        _id: fc.constantFrom(null, 'one', 'two'),
      }),
      content: words.map((it) => [text(it)]),
    });
    const holding = fc.record({
      type: fc.constantFrom('blockquote', 'callout', 'toggle', 'blog'),
      attrs: fc.record({ summary: words, blog_title: words }),
      content: fc.array(line, { minLength: 1, maxLength: 2 }),
    });
    const lists = fc.record({
      type: fc.constant('bulletList'),
      content: fc.array(
        line.map((it) => ({ type: 'listItem', content: [{ ...it, type: 'paragraph' }] })),
        { minLength: 1, maxLength: 3 },
      ),
    });
    const said = words.map((it) => ({
      type: 'ai-chat',
      attrs: { question: it, answer: `${it} [1]`, isAnswerGenerated: true },
    }));
    const clipped = fc.record({
      type: fc.constant('clip'),
      attrs: fc.record({
        _id: fc.constantFrom(null, 'c'),
        source_id: fc.constantFrom('', 's'),
        start: fc.constantFrom(0, 1.5),
        clip_text: words,
        clip_heading: words,
      }),
    });
    const node = fc.oneof(
      line,
      line,
      holding,
      lists,
      said,
      clipped,
      words.map((it) => ({ type: 'codeBlock', content: [text(it)] })),
      fc.constant({ type: 'paragraph' }),
      fc.constant({ type: 'horizontalRule' }),
    );
    fc.assert(
      fc.property(fc.array(node, { maxLength: 6 }), (content) => {
        const doc = cleanDoc(cleanDoc({ type: 'doc', content: content as JSONContent[] }));
        const markdown = notesToMarkdown(doc, plain);
        const back = notesFromMarkdown(markdown, plain);
        expect(back).toEqual(doc);
        expect(notesToMarkdown(back, plain)).toBe(markdown);
      }),
      { numRuns: 100, seed: 6 },
    );
  });

  it('restores blocks that no parser reads back, or their text after an edit', () => {
    const markdown = notesToPlainMarkdown(EVERYTHING);
    expect(notesFromMarkdown(markdown, plain)).toEqual(EVERYTHING);
    expect(docText(notesFromMarkdown(`New words.\n\n${markdown}`, plain))).toMatch(
      /^New words\.\nMargins\n[^]*\nlast/,
    );
  });

  it('gives blocks stable ids that a vault can link to', () => {
    const one = notesToMarkdown(
      { type: 'doc', content: [paragraph('first', { _id: 'abc' }), paragraph('second')] },
      plain,
    );
    const more = notesToMarkdown(
      {
        type: 'doc',
        content: [paragraph('new'), paragraph('first', { _id: 'abc' }), paragraph('second')],
      },
      plain,
    );
    expect(one).toMatch(/^first \^abc\n\nsecond \^b-[0-9a-z]{7}\n$/);
    expect(more).toContain(one.trimEnd());
  });

  it("keeps the attributes that an edit elsewhere doesn't affect", () => {
    const clip = BLOCKS.find((block) => block.name === 'clip');
    const doc = cleanDoc({
      type: 'doc',
      content: [
        paragraph('one', { _id: 'p1', indent: 2 }),
        { ...clip?.example, attrs: { ...clip?.example.attrs, color: '#123456', shrink: false } },
      ],
    });
    const edited = notesToMarkdown(doc, plain)
      .replace('one ^p1', 'one and more ^p1\n\nwritten elsewhere')
      .replace('A gloss is a note in the margin.\n', 'A gloss is a word in the margin.\n');
    const back = notesFromMarkdown(edited, plain).content ?? [];
    expect(back.map(({ type }) => type)).toEqual(['paragraph', 'paragraph', 'clip']);
    expect(back[0]).toMatchObject({
      attrs: { _id: 'p1', indent: 2 },
      content: [text('one and more')],
    });
    expect(back[2]?.attrs).toMatchObject({
      _id: clip?.example.attrs?.['_id'],
      color: '#123456',
      shrink: false,
      start: 83.5,
      clip_text: expect.stringContaining('a word in the margin'),
    });
    expect(docText({ type: 'doc', content: back })).toContain('written elsewhere');
  });

  it('writes highlight colours and reads them back', () => {
    const marked = (words: string, color: string | null): JSONContent => ({
      type: 'text',
      text: words,
      marks: [{ type: 'highlight', attrs: { color } }],
    });
    const doc = cleanDoc({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            text('a '),
            marked('green', 'green'),
            text(' b '),
            marked('plain', null),
            text(' c '),
            {
              type: 'text',
              text: 'bold',
              marks: [{ type: 'bold' }, { type: 'highlight', attrs: { color: 'red' } }],
            },
            text(' d'),
          ],
        },
      ],
    });
    const markdown = notesToMarkdown(doc, plain);
    expect(markdown).toMatch(
      /^a <mark data-color="green" style="background:#8ad3a0">green<\/mark> b ==plain== c /,
    );
    expect(notesFromMarkdown(markdown.replace(/\n<!-- gloss[^]*/, ''), plain)).toEqual(doc);
    expect(notesToMarkdown(notesFromMarkdown(markdown, plain), plain)).toBe(markdown);
  });

  it('reads notes whose comment was tampered with', () => {
    const markdown = notesToMarkdown(EVERYTHING, plain);
    for (const broken of [
      markdown.replaceAll('{"type"', '{"typ'),
      markdown.replace(/-->\s*$/, ''),
      markdown.replace(/"type":"clip"/, '"type":"script"'),
    ])
      expect(notesFromMarkdown(broken, plain).type).toBe('doc');
    expect(
      notesFromMarkdown('plain words\n\n<!-- gloss\nx {"type":"doc"}\n-->\n', plain).content,
    ).toMatchObject([{ type: 'paragraph' }]);
  });
});
