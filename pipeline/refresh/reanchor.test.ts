import { describe, expect, it } from 'vitest';
import type { AnchorMark, Locator } from '#core/contract/locator.ts';
import type { Segment, Snapshot } from '#core/contract/snapshot.ts';
import type { Anchor } from './contract.ts';
import { findRange, flattenSnapshot, locateRange } from './flat-text.ts';
import { reanchoring, versionOf } from './reanchor.ts';

const snapshot = (
  medium: Snapshot['medium'],
  segments: Segment[],
  more: Partial<Snapshot> = {},
): Snapshot => ({ medium, title: 'T', language: 'en', segments, ...more });
const clip = (locator: Locator, mark: AnchorMark | null = null): Anchor => ({
  what: 'clip',
  locator,
  mark,
});
const versions = (...all: Snapshot[]) =>
  new Map(all.map((it, index) => [index + 1, flattenSnapshot(it)]));
const reanchorAll = (
  anchors: readonly Anchor[],
  laid: ReturnType<typeof versions>,
  version: number,
) => {
  const now = laid.get(version) ?? flattenSnapshot(snapshot('flow', []));
  const reanchor = reanchoring({
    earlier: new Map([...laid].filter(([number]) => number < version)),
    before: version - 1,
    now,
    version,
  });
  return anchors.flatMap((anchor) => reanchor(anchor) ?? []);
};

describe('a video whose captions changed', () => {
  const said = [
    'Welcome to this lecture about memory.',
    'We forget most of what we read within a day.',
    'Retrieval makes what we know last for longer.',
    'Thank you for listening until the end.',
  ];
  const talk = (sentences: readonly string[], from = 0): Snapshot => {
    const words = sentences.flatMap((text, n) =>
      text.split(' ').map((word, k) => ({ word, offset: from + 10 * n + k, duration: 0.9 })),
    );
    return snapshot(
      'timed',
      sentences.map(
        (text, n): Segment => ({
          text,
          role: 'text',
          at: { medium: 'timed', startS: from + 10 * n, endS: from + 10 * n + 9.9 },
        }),
      ),
      { words },
    );
  };
  const at = (startS: number, endS: number, quote: string): Locator => ({
    medium: 'timed',
    startS,
    endS,
    quote,
  });

  it('moves a clip with its text and keeps its length when an intro was added', () => {
    const [moved] = reanchorAll(
      [clip(at(10, 25, 'We forget most of what we read within a day. Retrieval makes'))],
      versions(talk(said), talk(said, 37.5)),
      2,
    );
    expect(moved).toMatchObject({
      outcome: 'moved',
      to: { locator: { startS: 47.5, endS: 62.5 }, anchor: null },
    });
  });
  it("uses what was spoken at the time if the clip's text differs or is empty", () => {
    const results = reanchorAll(
      [clip(at(12, 18, 'My own words for it')), clip(at(23, 23, ''))],
      versions(talk(said), talk(['A new sentence at the beginning of it all.', ...said])),
      2,
    );
    expect(results.map((it) => [it.outcome, it.to.locator])).toMatchObject([
      ['moved', { startS: 22, endS: 28 }],
      ['moved', { startS: 33, endS: 33 }],
    ]);
  });
  it('finds the words to the second', () => {
    const laid = flattenSnapshot(talk(said));
    const found = findRange(laid, at(20, 30, 'know last for longer'));
    expect(found && locateRange(laid, found)?.locator).toMatchObject({ startS: 24, endS: 27.9 });
  });
  it('stays the same if only other captions were corrected', () => {
    const mended = said.map((text) => text.replace('lecture', 'talk'));
    expect(
      reanchorAll(
        [clip(at(20, 29, 'Retrieval makes what we know last for longer.'))],
        versions(talk(said), talk(mended)),
        2,
      ),
    ).toMatchObject([{ outcome: 'same', to: { anchor: null } }]);
  });
});

describe('a PDF with a new layout', () => {
  const block = (page: number, y: number, ...lines: string[]): Segment => {
    let starts = 0;
    const begins = lines.map((line) => {
      const begin = starts;
      starts += line.length + 1;
      return begin;
    });
    return {
      text: lines.join(' '),
      role: 'text',
      at: {
        medium: 'paged',
        page,
        rects: lines.map((line, n) => ({
          x: 0.1,
          y: y + 0.03 * n,
          width: line.length / 100,
          height: 0.02,
        })),
        starts: begins,
      },
    };
  };
  const first = snapshot(
    'paged',
    [
      block(1, 0.1, 'The first paragraph of the paper says', 'what the paper is about and why.'),
      block(1, 0.5, 'A second paragraph gives the method', 'that was used for all of its figures.'),
    ],
    { pages: 1 },
  );
  const second = snapshot(
    'paged',
    [
      block(1, 0.1, 'A cover page was put before the paper.'),
      block(2, 0.1, 'The first paragraph of the paper says', 'what the paper is about and why.'),
      block(2, 0.5, 'A second paragraph gives the way', 'that was used for all of its figures.'),
    ],
    { pages: 2 },
  );
  const at = (quote: string, y?: number): Locator => ({
    medium: 'paged',
    page: 1,
    quote,
    ...(y === undefined ? {} : { rects: [{ x: 0.1, y, width: 0.3, height: 0.02 }] }),
  });

  it('moves a clip to the page and lines of its text', () => {
    const [moved] = reanchorAll(
      [clip(at('paper says what the paper is about', 0.1))],
      versions(first, second),
      2,
    );
    expect(moved).toMatchObject({
      outcome: 'moved',
      to: {
        locator: { page: 2, rects: [{ y: 0.1 }, { y: 0.13 }] },
        areas: [{ page: 2, rects: [{ y: 0.1 }, { y: 0.13 }] }],
        anchor: null,
      },
    });
  });
  it('marks changed text, and finds it by its new text at the next refresh', () => {
    const [changed] = reanchorAll(
      [clip(at('A second paragraph gives the method that was used'))],
      versions(first, second),
      2,
    );
    expect(changed).toMatchObject({
      outcome: 'changed',
      now: 'A second paragraph gives the way that was used',
      to: { locator: { page: 2 }, anchor: { outcome: 'changed', version: 2 } },
    });
    const third = snapshot(
      'paged',
      second.segments.slice(1).map((it) => ({ ...it, at: { ...it.at, page: 1 } }) as Segment),
    );
    const [later] = reanchorAll(
      [
        clip(
          { ...at('A second paragraph gives the method that was used'), page: 2 } as Locator,
          changed?.to.anchor ?? null,
        ),
      ],
      versions(first, second, third),
      3,
    );
    expect(later).toMatchObject({
      outcome: 'moved',
      to: {
        locator: { page: 1, quote: 'A second paragraph gives the method that was used' },
        anchor: { outcome: 'changed', version: 2 },
      },
    });
  });
});

describe('a page', () => {
  const page = (...texts: string[]): Snapshot =>
    snapshot(
      'flow',
      texts.map(
        (text, n): Segment => ({ text, role: 'text', at: { medium: 'flow', paragraph: n + 1 } }),
      ),
    );
  const at = (paragraph: number, quote: string): Locator => ({
    medium: 'flow',
    paragraph,
    quote,
    prefix: '',
    suffix: '',
  });
  const [one, other] = [
    'The harbour was dug out by hand in three winters.',
    'A second harbour was dug by machines in one summer.',
  ];

  it('distinguishes identical quotes in one paragraph by their number', () => {
    const text = 'They came, they saw, and they went; they came again.';
    const results = reanchorAll(
      [0, 1].map((occurrence) => ({ ...clip(at(1, 'they')), occurrence: occurrence + 1 })),
      versions(page(text), page('A new paragraph came before it all.', text)),
      2,
    );
    expect(
      results.map((it) => [
        it.outcome,
        it.to.occurrence,
        it.to.locator?.medium === 'flow' && it.to.locator.paragraph,
      ]),
    ).toEqual([
      ['moved', 1, 2],
      ['moved', 2, 2],
    ]);
  });
  it('looks for lost text in the version that had it, and omits what is still lost', () => {
    const lost = clip(at(1, String(one)), { outcome: 'lost', version: 1 });
    expect(versionOf(lost, 2)).toBe(1);
    expect(
      reanchorAll(
        [lost],
        versions(
          page(String(one), String(other)),
          page(String(other)),
          page(String(other), 'And more of it.'),
        ),
        3,
      ),
    ).toEqual([]);
    expect(
      reanchorAll(
        [lost],
        versions(
          page(String(one), String(other)),
          page(String(other)),
          page('Again:', String(one), String(other)),
        ),
        3,
      ),
    ).toMatchObject([{ outcome: 'moved', to: { locator: { paragraph: 2 }, anchor: null } }]);
  });
  it("omits anchors whose quote isn't in their own version", () => {
    expect(
      reanchorAll(
        [clip(at(1, 'words that stand nowhere in it'))],
        versions(page(String(one)), page(String(other))),
        2,
      ),
    ).toEqual([]);
  });
});
