/** How single blocks clean their attributes. The conformance suite tests what all blocks share. */
import { describe, expect, it } from 'vitest';
import type { Relocation } from '../../contract/locator.ts';
import { notesSchema } from '../schema.ts';
import { aiChat } from './ai-chat/block.ts';
import { aiNote } from './ai-note/block.ts';
import { blog } from './blog/block.ts';
import { callout } from './callout/block.ts';
import { clip } from './clip/block.ts';
import { image } from './image/block.ts';
import { mathInline } from './math-inline/block.ts';
import { pdfClip } from './pdf-clip/block.ts';
import { place } from './place/block.ts';
import { MAX_OPTIONS, question } from './question/block.ts';
import { quote } from './quote/block.ts';
import { BLOCKS, blockOf } from './registry.ts';
import { webClip } from './web-clip/block.ts';

const SOURCE = '0198c0de-0000-7000-8000-0000000000a1';
const moved = (locator: Relocation['locator'], more: Partial<Relocation> = {}): Relocation => ({
  ...(locator ? { locator } : {}),
  anchor: null,
  ...more,
});

describe('the block registry', () => {
  it('contains every block once', () =>
    expect(new Set(BLOCKS.map(({ name }) => name)).size).toBe(BLOCKS.length));
  it.each(['', 'paragraph', 'constructor', 'CLIP', undefined])('has no block %j', (name) =>
    expect(blockOf(name)).toBeUndefined(),
  );
});

describe('a clip', () => {
  it.each([
    ['an end before its start', { start: 9, end: 3 }, [9, 9]],
    ['a negative start', { start: -4, end: 3 }, [0, 3]],
    ['a start that is not a number', { start: '9', end: 3 }, [0, 3]],
    ['fractions of seconds', { start: 0.04, end: 0.05 }, [0.04, 0.05]],
    ['more than a month', { start: 1e9, end: 2e9 }, [31 * 86_400, 31 * 86_400]],
  ])('with %s lasts from %j to %j', (_, attrs, [start, end]) =>
    expect(clip.read(attrs)).toMatchObject({ start, end }),
  );
  it('has no locator without a source', () => {
    expect(clip.locators({ source_id: '', start: 4 })).toEqual([]);
    expect(clip.locators({ source_id: '../x', start: 4 })).toEqual([]);
  });
  it('moves with its text, and keeps its position when its text is lost', () => {
    const attrs = { source_id: SOURCE, start: 4, end: 8, clip_text: 'A gloss' };
    const to = { medium: 'timed', startS: 14, endS: 18, quote: 'A gloss' } as const;
    expect(clip.relocate(attrs, 0, moved(to))).toEqual({ start: 14, end: 18, anchor: null });
    const lost = { outcome: 'lost', version: 2 } as const;
    expect(clip.relocate(attrs, 0, { anchor: lost })).toEqual({ anchor: lost });
  });
  it('ignores locators of other media and unknown locators', () => {
    const attrs = { source_id: SOURCE, start: 4 };
    expect(clip.relocate(attrs, 0, moved({ medium: 'paged', page: 2, quote: '' }))).toEqual({
      anchor: null,
    });
    expect(clip.relocate(attrs, 1, moved(undefined))).toEqual({});
  });
  it.each([
    [{ clip_heading: 'Why', clip_text: 'Because' }, 'Why\nBecause'],
    [{ clip_heading: '', clip_text: 'Because' }, 'Because'],
    [{}, ''],
  ])('%j reads as %j', (attrs, text) => expect(clip.text(attrs)).toBe(text));
});

describe('a clip of a PDF', () => {
  const area = { pageIndex: 3, left: 10, top: 20, width: 30, height: 2 };
  it('is on the page of its first area, with areas as fractions of the page', () =>
    expect(pdfClip.locators({ source_id: SOURCE, highlightAreas: [area] })[0]).toMatchObject({
      locator: {
        medium: 'paged',
        page: 4,
        rects: [{ x: 0.1, y: 0.2, width: 0.3, height: 0.02 }],
      },
    }));
  it('without areas is on page 1', () =>
    expect(pdfClip.locators({ source_id: SOURCE })[0]?.locator).toMatchObject({ page: 1 }));
  it('keeps its areas when its text is lost', () =>
    expect(
      pdfClip.relocate({ source_id: SOURCE, highlightAreas: [area] }, 0, {
        anchor: { outcome: 'lost', version: 2 },
      }),
    ).toMatchObject({ highlightAreas: [area] }));
  it('keeps the first 200 areas', () =>
    expect(
      pdfClip.read({ highlightAreas: Array.from({ length: 300 }, () => area) }).highlightAreas,
    ).toHaveLength(200));
});

describe('a clip of a web page', () => {
  it('counts paragraphs from 1 and occurrences from 0', () =>
    expect(webClip.read({ paragraph: 0, occurrence: -1 })).toMatchObject({
      paragraph: 1,
      occurrence: 0,
    }));
  it('moves with the text around it', () =>
    expect(
      webClip.relocate(
        { source_id: SOURCE, paragraph: 3, occurrence: 2 },
        0,
        moved({ medium: 'flow', paragraph: 7, quote: 'a', prefix: 'x', suffix: 'y' }),
      ),
    ).toEqual({ paragraph: 7, prefix: 'x', suffix: 'y', occurrence: 0, anchor: null }));
});

describe('a locator chip', () => {
  it.each([
    [{ medium: 'timed', place: 3723 }, '01:02:03'],
    [{ medium: 'paged', place: 4 }, 'page 4'],
    [{ medium: 'flow', place: 12 }, 'paragraph 12'],
    [{ medium: 'spoken', place: 60 }, '01:00'],
    [{ medium: 'timed', place: 60, label: 'the start' }, 'the start'],
  ])('%j is labelled %j', (attrs, label) => expect(place.text(attrs)).toBe(label));
  it('gets a new label when it moves, unless a person wrote the label', () => {
    const to = moved({ medium: 'paged', page: 9, quote: '' });
    const chip = { source_id: SOURCE, medium: 'paged', place: 4 };
    expect(place.relocate(chip, 0, to)).toEqual({ place: 9, label: 'page 9', anchor: null });
    expect(place.relocate({ ...chip, label: 'the table' }, 0, to)).toEqual({
      place: 9,
      anchor: null,
    });
  });
  it.each([
    ['paged', 0, { page: 1 }],
    ['paged', 4.7, { page: 4 }],
    ['flow', 0.2, { paragraph: 1 }],
    ['timed', 4.7, { startS: 4.7, endS: 4.7 }],
  ] as const)('of %s %d has a valid locator', (medium, at, locator) =>
    expect(place.locators({ source_id: SOURCE, medium, place: at })[0]?.locator).toMatchObject(
      locator,
    ),
  );
});

describe('an image', () => {
  it.each([
    [0, 0],
    [1, 80],
    [79, 80],
    [80, 80],
    [4000, 4000],
    [9999, 4000],
    [-5, 0],
    [80.9, 80],
    ['480', 0],
  ])('of width %j is shown %d px wide', (given, width) =>
    expect(image.read({ width: given }).width).toBe(width),
  );
  it.each([
    ['threads/1/a.png', 'threads/1/a.png'],
    ['a b.png', ''],
    ['a"onerror=', ''],
    ['a'.repeat(301), ''],
    [null, ''],
  ])('with the file %j is shown from %j', (file_key, key) =>
    expect(image.read({ file_key }).file_key).toBe(key),
  );
  it.each(['javascript:alert(1)', '//evil.test/a.png', 'https://a.test/"x', ' https://a.test'])(
    'drops the address %j',
    (signedUrl) => expect(image.read({ signedUrl }).signedUrl).toBe(''),
  );
});

describe('a question', () => {
  const of = (options: readonly unknown[], answer: unknown) =>
    question.read({ compAttrs: { question: 'Why?', options, answer } }).compAttrs;
  it.each([
    [0, 0],
    [1, 1],
    [2, 0],
    [-1, 0],
    ['1', 0],
  ])('with two options and the answer %j has answer %d', (given, answer) =>
    expect(of(['a', 'b'], given).answer).toBe(answer),
  );
  it('keeps at most twenty options, and only text', () => {
    expect(of(Array.from({ length: 30 }, String), 0).options).toHaveLength(MAX_OPTIONS);
    expect(of(['a', 3, null, 'b'], 1).options).toEqual(['a', 'b']);
  });
  it('shows its question and options as text', () =>
    expect(question.text({ compAttrs: { question: 'Why?', options: ['a', 'b'] } })).toBe(
      'Why?\na\nb',
    ));
});

describe('a quote of a speaker', () => {
  it('moves to the new time and keeps its text', () => {
    const compAttrs = { context: 'A gloss', speaker: 'Ada', timestamp: 4, source_id: SOURCE };
    const to = moved({ medium: 'timed', startS: 44, endS: 46, quote: 'A gloss' });
    expect(quote.relocate({ compAttrs }, 0, to)).toMatchObject({
      compAttrs: { ...compAttrs, timestamp: 44 },
    });
  });
});

describe('other blocks', () => {
  it.each([
    ['tip', 'tip'],
    ['TIP', 'note'],
    ['danger', 'note'],
    [undefined, 'note'],
  ])('a callout of kind %j is a %s', (kind, read) =>
    expect(callout.read({ kind }).kind).toBe(read),
  );
  it.each([
    ['Study Guide', 'Study Guide'],
    ['study guide', 'Auto Notes'],
    ['', 'Auto Notes'],
  ])('notes of type %j are %s', (note_type, read) =>
    expect(aiNote.read({ note_type }).note_type).toBe(read),
  );
  it('a post keeps at most 50 tags, and only text', () => {
    expect(blog.read({ tags: Array.from({ length: 60 }, String) }).tags).toHaveLength(50);
    expect(blog.read({ tags: ['a', 1, 'b'] }).tags).toEqual(['a', 'b']);
    expect(blog.topLevelOnly).toBe(true);
  });
  it('an inline formula is an inline node', () => expect(mathInline.inline).toBe(true));
});

it('an answer without a model uses model 3', () => {
  expect(notesSchema().nodes['ai-chat']?.create().attrs['model']).toBe(3);
  expect(aiChat.clean({ model: 'offline' })['model']).toBe('offline');
});
