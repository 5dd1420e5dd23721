import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { externalLinks } from './external-links.ts';
import { escapeMarkdown, writeLocatorQuery, type LocatorLink } from './locator-link.ts';

const THREAD = 'https://gloss.example/threads/t1';
const links = externalLinks({
  threadUrl: THREAD,
  sources: [
    { id: 'tube', medium: 'timed', videoId: 'dQw4w9WgXcQ', url: 'https://youtu.be/dQw4w9WgXcQ' },
    { id: 'film', medium: 'timed', url: 'https://media.example/film (1).mp4' },
    { id: 'paper', medium: 'paged', url: 'assets/paper.pdf' },
    { id: 'page', medium: 'flow', url: 'https://example.org/a?b=1' },
    { id: 'app', medium: 'flow', url: 'https://app.example/#/notes/7' },
    { id: 'lost', medium: 'paged' },
  ],
  files: [{ key: 'threads/t1/margin.jpg', path: 'assets/margin.jpg' }],
});
const PARAGRAPH = { type: 'paragraph' };
const out = (markdown: string): string => links.toExternal(markdown, PARAGRAPH);

describe('an exported link to a position', () => {
  it.each([
    [
      'a second of a video on YouTube',
      '[01:23](?source=tube&at=83.5&to=105)',
      '[01:23](https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=83s#at=83.5&to=105)',
    ],
    [
      'a second of a media file',
      '[01:23](?source=film&at=83.5)',
      '[01:23](https://media.example/film%20%281%29.mp4#t=83&at=83.5)',
    ],
    [
      'a page of a PDF beside the text',
      '[page 4](?source=paper&page=4&n=1)',
      '[page 4](assets/paper.pdf#page=4&n=1)',
    ],
    [
      'a paragraph of a page',
      '[paragraph 12](?source=page&p=12)',
      '[paragraph 12](https://example.org/a?b=1#p=12)',
    ],
    [
      'a paragraph with its quote, whose title stays',
      '[paragraph 12](?source=page&p=12 "A gloss, in the margin")',
      '[paragraph 12](https://example.org/a?b=1#p=12:~:text=A%20gloss%2C%20in%20the%20margin "A gloss, in the margin")',
    ],
    [
      'a page of an application, whose address has a fragment already',
      '[paragraph 2](?source=app&p=2)',
      `[paragraph 2](${THREAD}?source=app&p=2)`,
    ],
    [
      'a source without an address',
      '[page 4](?source=lost&page=4)',
      `[page 4](${THREAD}?source=lost&page=4)`,
    ],
    [
      'a source that was removed',
      '[page 4](?source=gone&page=4)',
      `[page 4](${THREAD}?source=gone&page=4)`,
    ],
  ])('is rewritten to %s, and back', (_, inside, outside) => {
    expect(out(inside)).toBe(outside);
    expect(links.toInternal(outside)).toBe(inside);
  });

  it('is rewritten to the text of a clip, without the quote in the title', () => {
    const written = '> A gloss\n>\n> [paragraph 3](?source=page&p=3&n=0 "web-clip")';
    expect(links.toExternal(written, { type: 'web-clip', attrs: { text: 'A gloss' } })).toContain(
      'https://example.org/a?b=1#p=3&n=0:~:text=A%20gloss "web-clip"',
    );
    expect(links.toExternal(written, { type: 'web-clip', attrs: { text: 7 } })).toContain(
      'https://example.org/a?b=1#p=3&n=0 "web-clip"',
    );
  });

  it('contains as many whole words of a long quote as fit', () => {
    const quote = 'margin '.repeat(40).trim();
    const [, fragment = ''] = out(`[p](?source=page&p=1 "${quote}")`).split(/:~:text=| "/);
    const words = decodeURIComponent(fragment).split(' ');
    expect(new Set(words)).toEqual(new Set(['margin']));
    expect(decodeURIComponent(fragment).length).toBeLessThanOrEqual(80);
    expect(words.length).toBe(11);
  });
  it.each([
    ['of letters outside the basic plane', '𐐜'.repeat(60)],
    ['of letters outside the basic plane, shifted by one', `a${'𐐜'.repeat(60)}`],
    ['in a language without spaces', '記憶と忘却'.repeat(40)],
    ['with half of a surrogate pair', 'a \ud800 b'],
  ])('contains the beginning of a quote %s', (_, quote) => {
    const [, fragment = ''] = out(`[p](?source=page&p=1 "${quote}")`).split(/:~:text=| "/);
    const named = decodeURIComponent(fragment);
    expect(named.length).toBeGreaterThan(2);
    expect(named.length).toBeLessThanOrEqual(80);
    expect(quote.toWellFormed().startsWith(named)).toBe(true);
  });
  it('escapes the syntax of text fragments and Markdown links', () => {
    const fragment = out('[p](?source=page&p=1 "a-b, (c) & d")').split(':~:text=')[1];
    expect(fragment?.startsWith('a%2Db%2C%20%28c%29%20%26%20d "')).toBe(true);
  });

  it('reads back unchanged for any quote', () => {
    const at = fc.oneof(
      fc.record({
        sourceId: fc.constantFrom('tube', 'film', 'gone'),
        medium: fc.constant('timed' as const),
        position: fc.integer({ min: 0, max: 864_000 }).map((tenths) => tenths / 10),
        extra: fc.option(fc.integer({ min: 0, max: 86_400 }), { nil: undefined }),
      }),
      fc.record({
        sourceId: fc.constantFrom('paper', 'lost'),
        medium: fc.constant('paged' as const),
        position: fc.integer({ min: 1, max: 9999 }),
        extra: fc.option(fc.nat(9), { nil: undefined }),
      }),
      fc.record({
        sourceId: fc.constantFrom('page', 'app'),
        medium: fc.constant('flow' as const),
        position: fc.integer({ min: 1, max: 9999 }),
        extra: fc.option(fc.nat(9), { nil: undefined }),
      }),
    ) satisfies fc.Arbitrary<LocatorLink>;
    const words = fc
      .string({ unit: 'grapheme', maxLength: 120 })
      .map((it) => it.replace(/[\n\r\u2028\u2029]/g, ' '));
    fc.assert(
      fc.property(at, words, (link, quote) => {
        const inside = `See [it](${writeLocatorQuery(link)} "${escapeMarkdown(quote)}") there.`;
        const outside = out(inside);
        expect(outside).not.toContain('](?source=');
        expect(links.toInternal(outside)).toBe(inside);
      }),
    );
  });
});

describe('other exported links', () => {
  it.each([
    '[x](https://example.org/a?b=1)',
    '[x](https://example.org/a?b=1#top)',
    '[x](https://example.org/a?b=1#p=many)',
    '[x](https://www.youtube.com/watch?v=another#at=3)',
    '[x](mailto:ada@example.org "write")',
    '[x](assets/paper.pdf)',
    'not a link: (?source=page&p=1)',
  ])('%s stays unchanged', (markdown) => {
    expect(out(markdown)).toBe(markdown);
    expect(links.toInternal(markdown)).toBe(markdown);
  });
  it('stay unchanged inside a code fence', () => {
    const code = '```\n[page 4](assets/paper.pdf#page=4)\n![a](assets/margin.jpg)\n```';
    const after = '\n[page 4](assets/paper.pdf#page=4)';
    expect(links.toInternal(code + after)).toBe(`${code}\n[page 4](?source=paper&page=4)`);
    expect(links.toInternal(code.replaceAll('```', '~~~'))).toBe(code.replaceAll('```', '~~~'));
  });
});

describe('an exported image', () => {
  it.each([
    [
      'with its original width',
      '![A margin](?file=threads/t1/margin.jpg&width=0)',
      '![A margin](assets/margin.jpg)',
    ],
    [
      'with a custom width',
      '![A margin](?file=threads/t1/margin.jpg&width=480)',
      '![A margin|480](assets/margin.jpg)',
    ],
    [
      'with brackets in its description',
      String.raw`![a \[b\]](?file=threads/t1/margin.jpg&width=0)`,
      String.raw`![a \[b\]](assets/margin.jpg)`,
    ],
  ])('%s becomes a file next to the text, and back', (_, inside, outside) => {
    expect(out(inside)).toBe(outside);
    expect(links.toInternal(outside)).toBe(inside);
  });
  it('from a video becomes a file without its link', () =>
    expect(out('![a](?file=threads/t1/margin.jpg&width=0&source=tube&at=3.5)')).toBe(
      '![a](assets/margin.jpg)',
    ));
  it("stays unchanged if its file isn't available", () => {
    const inside = '![a](?file=threads/t1/other.jpg&width=0)';
    expect(out(inside)).toBe(inside);
    expect(links.toInternal('![a](assets/other.jpg)')).toBe('![a](assets/other.jpg)');
  });
});
