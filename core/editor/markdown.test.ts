import type { JSONContent } from '@tiptap/core';
import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { BLOCKS, blockOf } from './blocks/registry.ts';
import { cleanDoc, docLocators, docText, schemaViolation } from './document.ts';
import { docFromHtml, docToHtml } from './testing/html.ts';
import { docFromMarkdown, docToMarkdown } from './markdown.ts';
import { isSafeLink } from './schema.ts';

const SOURCE = '0198c0de-0000-7000-8000-0000000000a1';
const doc = (...content: JSONContent[]): JSONContent => cleanDoc({ type: 'doc', content });
const block = (type: string, attrs: object, content?: JSONContent[]): JSONContent => ({
  type,
  attrs,
  ...(content ? { content } : {}),
});
const paragraph = (text: string): JSONContent => ({
  type: 'paragraph',
  content: [{ type: 'text', text }],
});
const reread = (it: JSONContent): JSONContent => docFromMarkdown(docToMarkdown(it));
/** The attributes of the first block parsed from Markdown. */
const back = (type: string, attrs: object): Record<string, unknown> | undefined =>
  reread(doc(block(type, attrs))).content?.[0]?.attrs;

const SCRIPTS = [
  ['English', 'A gloss is a note.'],
  ['German', 'Größe, Übung und Ärger'],
  ['Arabic', 'الهامش مكان للملاحظات'],
  ['Hebrew with digits', 'הערה 12 בשוליים'],
  ['Chinese', '注释写在书页的空白处。'],
  ['Japanese', '余白に書かれた注。'],
  ['Korean', '여백에 적은 주석'],
  ['Hindi', 'हाशिये की टिप्पणी'],
  ['Thai', 'หมายเหตุที่ขอบกระดาษ'],
  ['composed letters', 'e\u0301 и\u0306'],
  ['emoji of several parts', '👩🏽‍🔬 🏳️‍🌈 🇩🇪'],
  ['letters beyond the basic plane', '𝔤𝔩𝔬𝔰𝔰 𠮷'],
  ['mixed directions', 'see \u2067הערה\u2069 on page 4'],
] as const;

describe('text in any script', () => {
  it.each(SCRIPTS)('%s survives Markdown and HTML in a paragraph', (_, text) => {
    const notes = doc(paragraph(text));
    expect(reread(notes)).toEqual(notes);
    expect(docFromHtml(new JSDOM(docToHtml(notes)).window.document.body)).toEqual(notes);
  });
  it.each(SCRIPTS)('%s survives Markdown in a clip, its heading and its link', (_, text) => {
    expect(
      back('clip', { source_id: SOURCE, start: 83, end: 90, clip_text: text, clip_heading: text }),
    ).toMatchObject({ source_id: SOURCE, start: 83, end: 90, clip_text: text, clip_heading: text });
  });
  it.each(SCRIPTS)('%s survives Markdown in a question and its options', (_, text) => {
    const compAttrs = { question: text, options: ['no', text], answer: 1 };
    expect(back('question', { compAttrs })).toMatchObject({ compAttrs });
  });
});

describe('plain Markdown', () => {
  it.each([
    ['# One', ['heading']],
    ['Title\n=====', ['heading']],
    ['a\n\nb', ['paragraph', 'paragraph']],
    ['* a\n* b', ['bulletList']],
    ['3. a\n4. b', ['orderedList']],
    ['- [ ] a\n- [x] b', ['taskList']],
    ['> a\n> b', ['blockquote']],
    ['```\na\n```', ['codeBlock']],
    ['~~~js\na\n~~~', ['codeBlock']],
    ['***', ['horizontalRule']],
    ['| a | b |\n|---|---|\n| 1 | 2 |', ['table']],
    ['> [!TIP]\n> Write small.', ['callout']],
    ['> [!UNKNOWN]\n> Write small.', ['blockquote']],
    ['$$\nx^2\n$$', ['math']],
    ['<details><summary>Why?</summary>\n\nBecause.\n\n</details>', ['toggle']],
    ['', ['paragraph']],
    ['\n\n\n', ['paragraph']],
  ])('%j becomes %j', (markdown, types) =>
    expect(docFromMarkdown(markdown).content?.map(({ type }) => type)).toEqual(types),
  );
  it.each([
    ['**bold**', 'bold'],
    ['*italic*', 'italic'],
    ['~~gone~~', 'strike'],
    ['`code`', 'code'],
    ['==marked==', 'highlight'],
    ['[a](https://example.org/)', 'link'],
  ])('%j is marked as %s', (markdown, mark) =>
    expect(docFromMarkdown(markdown).content?.[0]?.content?.[0]?.marks?.[0]?.type).toBe(mark),
  );
  it.each([
    ['CRLF line ends', 'a\r\n\r\nb', 'a\nb'],
    ['old Mac line ends', 'a\r\rb', 'a\nb'],
    ['no newline at the end', '# a', 'a'],
  ])('is parsed with %s', (_, markdown, text) =>
    expect(docText(docFromMarkdown(markdown))).toBe(text),
  );
  it("doesn't turn a price into a formula", () =>
    expect(docFromMarkdown('It costs $5 and $6.').content?.[0]?.content).toMatchObject([
      { type: 'text', text: 'It costs $5 and $6.' },
    ]));
  it('parses an inline formula', () =>
    expect(docFromMarkdown('So $a^2$ it is.').content?.[0]?.content?.[1]).toMatchObject({
      type: 'math-inline',
      attrs: { latex: 'a^2' },
    }));
  it.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x'])(
    'drops a link to %s and keeps its text',
    (href) => {
      const read = docFromMarkdown(`[word](${href})`);
      expect(JSON.stringify(read)).not.toContain('"link"');
      expect(docText(read)).toContain('word');
    },
  );
});

describe('links in notes', () => {
  it.each([
    'https://a.org',
    'http://a.org/x?y#z',
    'HTTPS://A.org',
    'mailto:a@b.org',
    '?source=a&at=1',
  ])('%j is safe', (href) => expect(isSafeLink(href)).toBe(true));
  it.each([
    'javascript:alert(1)',
    ' https://a.org',
    'https:// a.org',
    'https://',
    '//a.org',
    '/settings',
    '?file=a',
    'ftp://a.org',
    'data:text/html,x',
    '',
    `https://a.org/${'a'.repeat(4096)}`,
    null,
    3,
  ])('%j is not safe', (href) => expect(isSafeLink(href)).toBe(false));
});

const HOSTILE = [
  '> [!NOTE]',
  '</details>',
  '<!-- /blog -->',
  '-->',
  '$$',
  '```',
  '**bold** _it_ `c`',
  '[a](b) ![c](d)',
  '"quoted" & <b>tag</b>',
  '\\backslash\\',
  '&lt;&amp;',
  '| a | b |',
] as const;

describe('text that looks like Markdown', () => {
  it.each(HOSTILE)('%j in a clip reads back unchanged', (text) =>
    expect(
      back('clip', { source_id: SOURCE, clip_text: `a ${text} b`, clip_heading: `a ${text}` }),
    ).toMatchObject({ clip_text: `a ${text} b`, clip_heading: `a ${text}` }),
  );
  it.each(HOSTILE)('%j in an answer reads back unchanged', (text) =>
    expect(back('ai-chat', { question: `a ${text}`, answer: `a ${text} [1]` })).toMatchObject({
      question: `a ${text}`,
      answer: `a ${text} [1]`,
    }),
  );
  it.each(HOSTILE)('%j in an insight reads back unchanged', (text) =>
    expect(back('insight', { compAttrs: { text: `a ${text}\nb` } })).toMatchObject({
      compAttrs: { text: `a ${text}\nb` },
    }),
  );
  it.each(HOSTILE)('%j in a quote and its speaker reads back unchanged', (text) => {
    const compAttrs = {
      context: `a ${text}`,
      speaker: `b ${text}`,
      timestamp: 9,
      source_id: SOURCE,
    };
    expect(back('quote', { compAttrs })).toMatchObject({ compAttrs });
  });
  it.each(HOSTILE)('%j in the title of a toggle reads back unchanged', (text) =>
    expect(
      reread(doc(block('toggle', { summary: `a ${text}` }, [paragraph('inside')]))).content?.[0],
    ).toMatchObject({ type: 'toggle', attrs: { summary: `a ${text}` } }),
  );
  it.each(HOSTILE)('%j as the alternative text of an image reads back unchanged', (text) =>
    expect(
      back('image', { file_key: 'threads/1/a.png', alt: `a ${text}`, width: 480 }),
    ).toMatchObject({
      file_key: 'threads/1/a.png',
      alt: `a ${text}`,
      width: 480,
    }),
  );
  it.each(HOSTILE)('%j as the title of a post reads back unchanged', (text) =>
    expect(
      reread(doc(block('blog', { blog_title: `a ${text}`, tags: [text] }, [paragraph('inside')])))
        .content?.[0]?.attrs,
    ).toMatchObject({ blog_title: `a ${text}`, tags: [text] }),
  );
  it.each(HOSTILE)('%j in the label and quote of a locator reads back unchanged', (text) => {
    const attrs = { source_id: SOURCE, medium: 'paged', place: 4, label: `p ${text}`, quote: text };
    const notes = doc({ type: 'paragraph', content: [block('place', attrs)] });
    expect(reread(notes).content?.[0]?.content?.[0]?.attrs).toMatchObject(attrs);
  });
});

describe('any document', () => {
  const json = fc.letrec((tie) => ({
    node: fc.record(
      {
        type: fc.constantFrom(
          'paragraph',
          'heading',
          'text',
          'bulletList',
          'listItem',
          'table',
          'tableRow',
          'hardBreak',
          'nonsense',
          ...BLOCKS.map(({ name }) => name),
        ),
        text: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.constant(3)),
        attrs: fc.oneof(
          fc.dictionary(
            fc.constantFrom('level', 'start', 'source_id', 'indent', 'latex', 'compAttrs', 'width'),
            fc.oneof(fc.integer(), fc.string({ maxLength: 5 }), fc.constant(null), fc.constant({})),
            { maxKeys: 3 },
          ),
          fc.constant(null),
        ),
        content: fc.array(tie('node'), { maxLength: 3, depthIdentifier: 'node' }),
      },
      { requiredKeys: ['type'] },
    ),
  })).node;
  const documents = fc.array(json, { maxLength: 4 }).map((content) => ({ type: 'doc', content }));

  it('is cleaned to fit the schema, and cleaning it again changes nothing', () => {
    fc.assert(
      fc.property(documents, (it) => {
        const clean = cleanDoc(it as JSONContent);
        expect(schemaViolation(clean)).toBeUndefined();
        // A document without content becomes an empty paragraph, which gets its attributes later.
        const again = cleanDoc(clean);
        expect(docText(again)).toBe(docText(clean));
        expect(cleanDoc(again)).toEqual(again);
      }),
      { numRuns: 25 },
    );
  });
  it('reads back from Markdown and HTML in a form that fits the schema', () => {
    fc.assert(
      fc.property(documents, (it) => {
        expect(schemaViolation(docFromMarkdown(docToMarkdown(it as JSONContent)))).toBeUndefined();
        expect(docToHtml(it as JSONContent)).not.toMatch(/<script/i);
      }),
      { numRuns: 15 },
    );
  });
  it('parses any text into a document that fits the schema', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(schemaViolation(docFromMarkdown(text))).toBeUndefined();
      }),
      { numRuns: 20 },
    );
  });
});

describe('plain text and locators of a document', () => {
  it('have a line per block, with the text of containers and inline blocks', () =>
    expect(
      docText(
        doc(
          paragraph('one'),
          block('toggle', { summary: 'Why?' }, [paragraph('two'), paragraph('three')]),
          { type: 'paragraph' },
          {
            type: 'paragraph',
            content: [
              { type: 'text', text: 'at ' },
              block('place', { source_id: SOURCE, place: 83 }),
              { type: 'hardBreak' },
              { type: 'text', text: 'four' },
            ],
          },
        ),
      ),
    ).toBe('one\nWhy?\ntwo\nthree\nat 01:23\nfour'));
  it('include clips, chips and citations in document order', () => {
    const chip = block('place', { source_id: SOURCE, medium: 'flow', place: 3 });
    const clip = block('clip', { source_id: SOURCE, start: 5 });
    const nowhere = block('clip', { source_id: '', start: 5 });
    expect(
      docLocators(
        doc(block('callout', {}, [{ type: 'paragraph', content: [chip] }, clip]), nowhere, clip),
      ).map(({ locator }) => locator.medium),
    ).toEqual(['flow', 'timed', 'timed']);
  });
  it.each(BLOCKS.filter(({ slash }) => slash).map(({ name }) => [name]))(
    '%s has texts for the slash menu',
    (name) => {
      const slash = blockOf(name)?.slash;
      expect(slash?.title.trim()).not.toBe('');
      expect(slash?.hint.trim()).not.toBe('');
      expect(slash?.keywords.every((word) => word === word.toLowerCase())).toBe(true);
    },
  );
});
