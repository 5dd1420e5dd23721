import type { JSONContent } from '@tiptap/core';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { clip } from './blocks/clip/block.ts';
import { cleanDoc, docText, docToThreadNodes, emptyDoc, schemaViolation } from './document.ts';
import { docFromHtml, docToHtml } from './testing/html.ts';
import { docFromMarkdown, docToMarkdown } from './markdown.ts';
import { slashCommands } from './slash-commands.ts';

const text = (value: string, href?: string) => ({
  type: 'text',
  text: value,
  ...(href ? { marks: [{ type: 'link', attrs: { href } }] } : {}),
});

describe('a document of the notes', () => {
  it('drops script links and keeps their text', () => {
    for (const href of [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//evil.test',
      'JAVASCRIPT:x',
    ]) {
      const doc = cleanDoc({
        type: 'doc',
        content: [{ type: 'paragraph', content: [text('word', href)] }],
      });
      expect(JSON.stringify(doc)).not.toContain('link');
      expect(docText(doc)).toBe('word');
    }
    const kept = cleanDoc({
      type: 'doc',
      content: [{ type: 'paragraph', content: [text('word', 'https://example.test/a')] }],
    });
    expect(docToHtml(kept)).toContain('href="https://example.test/a"');
  });

  it('escapes what looks like markup in HTML', () => {
    const html = docToHtml({
      type: 'doc',
      content: [
        {
          type: 'clip',
          attrs: { clip_text: '</blockquote><script>alert(1)</script>', source_id: 'a"b' },
        },
      ],
    });
    const { document } = new JSDOM(html).window;
    expect(document.querySelector('script')).toBeNull();
    expect(document.querySelector('blockquote')?.textContent).toBe(
      '</blockquote><script>alert(1)</script>',
    );
  });

  it("reports what doesn't fit the schema", () => {
    expect(
      schemaViolation({ type: 'doc', content: [{ type: 'paragraph', content: [text('word')] }] }),
    ).toBeUndefined();
    expect(schemaViolation({ type: 'doc', content: [{ type: 'poem' }] })).toContain('poem');
    expect(schemaViolation({ type: 'doc', content: [text('loose')] })).toContain('doc');
    expect(
      schemaViolation({ type: 'doc', content: [{ type: 'paragraph', content: [text('')] }] }),
    ).toContain('Empty text');
    for (const doc of [
      null,
      undefined,
      3,
      'doc',
      [],
      {},
      { type: 'paragraph' },
      { type: 'doc', content: [null] },
    ])
      expect(schemaViolation(doc)).toEqual(expect.any(String));
  });

  it('survives invalid input', () => {
    for (const doc of [
      {},
      { type: 'doc', content: [null, 3, { type: 'nope' }, { type: 'text', text: 'loose' }] },
      { type: 'doc', content: [{ type: 'listItem' }] },
    ]) {
      expect(cleanDoc(doc as never).type).toBe('doc');
    }
    let deep: object = text('deep');
    for (let level = 0; level < 5000; level += 1) deep = { type: 'blockquote', content: [deep] };
    expect(cleanDoc({ type: 'doc', content: [deep] })).toEqual(emptyDoc());
    expect(
      cleanDoc({
        type: 'doc',
        content: [{ type: 'heading', attrs: { level: 99, indent: 99 }, content: [text('far')] }],
      }).content?.[0]?.attrs,
    ).toMatchObject({ level: 3, indent: 8 });
  });

  it('passes the times of chips, and of paragraphs that start with one, to the thread', () => {
    const chip = (medium: string, at: number) => ({
      type: 'place',
      attrs: { source_id: 's1', medium, place: at },
    });
    const line = (...content: object[]) => ({ type: 'paragraph', content });
    const [timed, paged, plain] = docToThreadNodes({
      type: 'doc',
      content: [
        line(chip('timed', 83), text(' Ice.')),
        line(chip('paged', 4), text(' Ice.')),
        line(text('Ice '), chip('timed', 83)),
      ],
    });
    expect(timed?.attributes).toMatchObject({ time: '01:23', sec: 83 });
    expect(timed?.content).toMatchObject([
      { attrs: { source_id: 's1', time: '01:23', sec: 83, page: null } },
      { text: ' Ice.' },
    ]);
    expect(paged?.content).toMatchObject([{ attrs: { time: 'page 4', sec: null, page: 4 } }, {}]);
    for (const node of [paged, plain]) expect(node?.attributes).not.toHaveProperty('sec');
  });

  it('is mirrored as thread nodes, with a content list for clips', () => {
    const nodes = docToThreadNodes({
      type: 'doc',
      content: [{ type: 'paragraph', content: [text('hello')] }, clip.example],
    });
    expect(nodes.map(({ order_no, type, _id }) => [order_no, type, _id])).toEqual([
      [0, 'paragraph', 'node-0'],
      [1, 'clip', clip.example.attrs?.['_id']],
    ]);
    expect(nodes[1]?.content).toEqual([]);
    expect(nodes[1]?.attributes).toMatchObject({
      start: 83.5,
      end: 105,
      color: '#FFD356',
      shrink: true,
    });
  });

  it('reads as Markdown in any program', () => {
    expect(
      docToMarkdown({
        type: 'doc',
        content: [{ type: 'heading', attrs: { level: 2 }, content: [text('Part')] }, clip.example],
      }),
    ).toBe(
      [
        '## Part',
        '',
        String.raw`> **Why \*margins\* matter**`,
        '>',
        '> A gloss is a note in the margin.',
        String.raw`> It explains a \"hard\" word \<here\>.`,
        '>',
        '> *Key points:*',
        '>',
        String.raw`> - A gloss is a \*note\*`,
        String.raw`> - - in the \[margin\]`,
        '>',
        '> [01:23–01:45](?source=0198c0de-0000-7000-8000-0000000000a1&at=83.5&to=105 "clip")',
      ].join('\n'),
    );
  });

  it('keeps plain text through Markdown and HTML', () => {
    const source =
      '# Title\n\nSome **bold**, *slanted* and `code`.\n\n- one\n- two\n\n1. first\n2. second\n\n> said\n\n```js\nlet a = 1;\n```\n\n---\n\n[link](https://example.test/)';
    const doc = docFromMarkdown(source);
    expect(doc.content?.map(({ type }) => type)).toEqual([
      'heading',
      'paragraph',
      'bulletList',
      'orderedList',
      'blockquote',
      'codeBlock',
      'horizontalRule',
      'paragraph',
    ]);
    expect(docToMarkdown(doc)).toBe(source);
    expect(docFromHtml(new JSDOM(docToHtml(doc)).window.document.body)).toEqual(doc);
  });

  it('keeps tables and tasks through Markdown, HTML and hostile attributes', () => {
    const source =
      '- [ ] read\n- [x] write\n\n| Word | Gloss |\n| ---- | ----- |\n| one  | **a**  |';
    const doc = docFromMarkdown(source);
    expect(doc.content?.map(({ type }) => type)).toEqual(['taskList', 'table']);
    expect(docFromMarkdown(docToMarkdown(doc))).toEqual(doc);
    expect(docFromHtml(new JSDOM(docToHtml(doc)).window.document.body)).toEqual(doc);
    expect(docText(doc)).toBe('read\nwrite\nWord\nGloss\none\na');
    const cell = cleanDoc({
      type: 'doc',
      content: [
        {
          type: 'table',
          content: [
            {
              type: 'tableRow',
              content: [
                {
                  type: 'tableCell',
                  attrs: { colspan: 1e9, colwidth: ['url(//evil.test)'] },
                  content: [{ type: 'paragraph' }],
                },
              ],
            },
          ],
        },
      ],
    });
    expect(JSON.stringify(cell)).not.toMatch(/evil|1000000000/);
  });

  it('keeps the valid content of a container', () => {
    const doc = cleanDoc({
      type: 'doc',
      content: [
        {
          type: 'callout',
          attrs: { kind: 'nope' },
          content: [
            { type: 'listItem' },
            { type: 'paragraph', content: [text('kept')] },
            text('loose'),
          ],
        },
        { type: 'callout' },
      ],
    });
    expect(
      doc.content?.map(({ type, attrs, content }) => [
        type,
        attrs?.['kind'],
        content?.map((child) => child.type),
      ]),
    ).toEqual([
      ['callout', 'note', ['paragraph']],
      ['callout', 'note', ['paragraph']],
    ]);
    expect(docText(doc)).toContain('kept');
  });

  it('never nests a post in a post, and keeps the text of the inner one', () => {
    const post = (...content: JSONContent[]): JSONContent => ({ type: 'blog', content });
    const nested = {
      type: 'doc',
      content: [
        post(
          { type: 'paragraph', content: [text('outer')] },
          { type: 'callout', content: [post({ type: 'paragraph', content: [text('inner')] })] },
        ),
      ],
    };
    expect(schemaViolation(nested)).toContain('callout');
    const doc = cleanDoc(nested);
    expect(schemaViolation(doc)).toBeUndefined();
    expect(docText(doc)).toBe('outer\ninner');
    expect(JSON.stringify(doc).match(/"blog"/g)).toHaveLength(1);
  });

  it('keeps known highlight colours and drops others', () => {
    const marked = (color: unknown) => ({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'word', marks: [{ type: 'highlight', attrs: { color } }] },
          ],
        },
      ],
    });
    expect(docToHtml(marked('green'))).toContain('<mark data-color="green">');
    expect(docFromHtml(new JSDOM(docToHtml(marked('green'))).window.document.body)).toEqual(
      cleanDoc(marked('green')),
    );
    for (const color of ['red;background:url(//evil.test)', 3, undefined])
      expect(docToHtml(marked(color))).toContain('<mark>');
  });

  it('offers the blocks that the page can make in the slash menu', () => {
    expect(slashCommands('head').map(({ id }) => id)).toEqual([
      'heading-1',
      'heading-2',
      'heading-3',
    ]);
    expect(slashCommands('clip')).toEqual([]);
    expect(slashCommands('clip', { clip: () => undefined }).map(({ id }) => id)).toEqual(['clip']);
  });
});
