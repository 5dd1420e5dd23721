import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { JSDOM } from 'jsdom';
import { beforeAll, describe, expect, it } from 'vitest';
import { docFromHtml } from '#core/editor/testing/html.ts';
import { docToMarkdown } from '#core/editor/markdown.ts';
import { cleanHtml } from './clean-html.ts';
import { pageOf, pastedLink, secondOf } from './pasted-link.ts';
import { readsAsMarkdown } from './reads-as-markdown.ts';

const fixture = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`./fixtures/${name}.html`, import.meta.url)), 'utf8');
/** The resulting notes as Markdown. */
const pasted = (html: string): string =>
  docToMarkdown(docFromHtml(new JSDOM(cleanHtml(html)).window.document.body))
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const TABLE = ['|      |       |', '| ---- | ----- |', '| Word | Gloss |'];

describe('pasted HTML', () => {
  beforeAll(() => {
    const { DOMParser, NodeFilter } = new JSDOM().window;
    Object.assign(globalThis, { DOMParser, NodeFilter });
  });

  it('keeps headings, nested lists, formatting and tables of Word', () => {
    expect(pasted(fixture('word'))).toBe(
      [
        '# On margins',
        '',
        'A **gloss** is a *note*, ~~never~~ in the margin.',
        '',
        '- Write small',
        '  - With a pencil',
        '- Leave room',
        '',
        'Then:',
        '',
        '3. Third',
        '4. Fourth',
        '',
        ...TABLE,
      ].join('\n'),
    );
  });

  it('ignores the wrapping bold of Google Docs, and keeps its tasks', () => {
    expect(pasted(fixture('docs'))).toBe(
      [
        '## Reading',
        '',
        'A **bold** *and slanted* ~~word~~.',
        '',
        '- one',
        '  - one, further in',
        '- two',
        '',
        '- [ ] to do',
        '- [x] ~~done~~',
      ].join('\n'),
    );
  });

  it('keeps formulas, code with its language, tasks and links of a page, but no scripts or remote content', () => {
    const html = cleanHtml(fixture('web'));
    expect(html).not.toMatch(/<script|onerror|tracker\.test|<img|<style/);
    const markdown = pasted(fixture('web'));
    for (const kept of [
      '### Notes &amp; glosses',
      '$E = mc^2$',
      '$$\n\\sum_i x_i\n$$',
      '```python\ndef gloss():\n    return 1\n```',
      '```ts\nlet a = 1;\nlet b = 2;\n```',
      '- [x] written',
      '- [ ] read',
      '[a paper](https://example.test/paper)',
      '[A margin](https://example.test/margin.png)',
      '| gloss',
    ])
      expect(markdown).toContain(kept);
    expect(markdown).toContain('said somebody in');
    expect(markdown).not.toContain('javascript:');
  });

  it('leaves HTML of the notes unchanged', () => {
    const own = '<p data-pm-slice="1 1 []">words <mark data-color="green">marked</mark></p>';
    expect(cleanHtml(own)).toBe(own);
  });

  it('distinguishes Markdown from plain text', () => {
    for (const text of [
      '# Title',
      '- one\n- two',
      '1. one\n2. two',
      '| a | b |\n| - | - |',
      '```\ncode\n```',
      '- [ ] task',
      '$$\nx\n$$',
      'a **bold** word',
      '[words](https://example.test)',
      '> said',
    ])
      expect(readsAsMarkdown(text), text).toBe(true);
    for (const text of [
      'Plain words.',
      'C# and F#',
      '2 * 3 * 4',
      'a - b',
      'snake_case_name',
      '5 > 3',
      'costs $5',
      '- a lone dash',
      '1. one step',
    ])
      expect(readsAsMarkdown(text), text).toBe(false);
  });

  it('recognises a single address, and the second or page that it links to', () => {
    expect(pastedLink(' https://youtu.be/abc?t=83 \n')).toBe('https://youtu.be/abc?t=83');
    for (const text of [
      'see https://example.test',
      'https://',
      'ftp://example.test',
      'javascript:alert(1)',
      'https://a.test https://b.test',
    ])
      expect(pastedLink(text), text).toBeUndefined();
    expect(
      [
        'https://youtu.be/a?t=83',
        'https://youtu.be/a?t=1m23s',
        'https://v.test/a?start=83',
        'https://v.test/a#t=83',
        'https://v.test/a',
      ].map(secondOf),
    ).toEqual([83, 83, 83, 83, 0]);
    expect(['https://a.test/b.pdf#page=4', 'https://a.test/b.pdf'].map(pageOf)).toEqual([4, 1]);
  });
});
