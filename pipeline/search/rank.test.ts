import { describe, expect, it } from 'vitest';
import { v7 as uuid } from 'uuid';
import { SourceId } from '#core/contract/id.ts';
import type { Snapshot } from '#core/contract/snapshot.ts';
import { chunkSnapshot } from '#pipeline/stages/chunker.ts';
import type { IndexHit } from './contract.ts';
import { positionOfHighlights } from './position-within.ts';
import { choose, rank } from './rank.ts';

const source = SourceId.parse(uuid());
function hit(text: string, more: Partial<IndexHit> & { words?: string[] } = {}): IndexHit {
  const { words = [], ...rest } = more;
  return {
    chunkId: text,
    sourceId: source,
    sourceType: 'web',
    title: 'Title',
    heading: 'Title',
    text,
    score: 1,
    locator: { medium: 'flow', paragraph: 1, quote: text, prefix: '', suffix: '' },
    pieces: [],
    highlights: words
      .map((word): [number, number] => [text.indexOf(word), text.indexOf(word) + word.length])
      .sort((a, b) => a[0] - b[0]),
    ...rest,
  };
}
const now = Date.now();
const first = (hits: IndexHit[], question: string) => rank(hits, question, now)[0]?.text;

describe('among hits with equal scores, the first one', () => {
  const far = hit('tidal forces were known long before anybody spoke of a lock', {
    words: ['tidal', 'lock'],
  });
  it('has the words close together', () => {
    expect(
      first(
        [
          far,
          hit('long before, tidal lock was known to be what holds the moon', {
            words: ['tidal', 'lock'],
          }),
        ],
        'tidal lock',
      ),
    ).toMatch(/^long before/);
  });
  it('has the words in the order of the question', () => {
    const words = ['dog', 'bites', 'man'];
    expect(
      first(
        [hit('a man bites the dog', { words }), hit('a dog bites the man', { words })],
        'dog bites man',
      ),
    ).toBe('a dog bites the man');
  });
  it('has more of the words', () => {
    expect(first([hit('a lock', { words: ['lock'] }), far], 'tidal lock')).toMatch(/^tidal/);
  });
  it('is below a heading with the words', () => {
    expect(
      first(
        [hit('It holds.'), hit('It turns.', { heading: 'Moon › Tidal locking' })],
        'what is tidal lock',
      ),
    ).toBe('It turns.');
  });
  it('is next to another hit', () => {
    expect(
      first(
        [
          hit('alone', { ordinal: 9 }),
          hit('beside', { ordinal: 3, score: 0.99 }),
          hit('neighbour', { ordinal: 4, score: 0.9 }),
        ],
        'x',
      ),
    ).toBe('beside');
  });
  it('was added last', () => {
    const old = SourceId.parse(uuid({ msecs: now - 3 * 365 * 86_400_000 }));
    expect(first([hit('old', { sourceId: old }), hit('new')], 'x')).toBe('new');
  });
});

it('no feature outweighs a much better score', () => {
  const all = hit('tidal lock', { words: ['tidal', 'lock'], heading: 'Tidal lock', ordinal: 1 });
  expect(first([hit('best', { score: 1.5 }), all, hit('next', { ordinal: 2 })], 'tidal lock')).toBe(
    'best',
  );
});

describe('chosen hits', () => {
  it('limit each source to its share while others have hits, then fill up', () => {
    const sources = Array.from({ length: 4 }, () => SourceId.parse(uuid()));
    const ranked = sources.flatMap((sourceId, of) =>
      Array.from({ length: 10 }, (_, at) =>
        hit(`${of}-${at}`, { sourceId, score: 10 - of - at / 100 }),
      ),
    );
    const chosen = choose(ranked, 8);
    expect(chosen).toHaveLength(8);
    expect(new Set(chosen.map((it) => it.sourceId)).size).toBeGreaterThanOrEqual(3);
    expect(choose(ranked.slice(0, 10), 8)).toHaveLength(8);
  });

  it("aren't merged across gaps or sources, or without a limit", () => {
    const other = SourceId.parse(uuid());
    expect(
      choose(
        [
          hit('a', { ordinal: 1 }),
          hit('b', { ordinal: 3 }),
          hit('c', { ordinal: 2, sourceId: other }),
        ],
        5,
      ),
    ).toHaveLength(3);
    const long = Array.from({ length: 6 }, (_, ordinal) =>
      hit(`${ordinal}`.repeat(1_000), { ordinal }),
    );
    expect(Math.max(...choose(long, 5).map((it) => it.text.length))).toBeLessThanOrEqual(3_000);
  });

  it('include neighbours beyond the limit', () => {
    const chosen = choose(
      [hit('a', { ordinal: 4 }), hit('x', { ordinal: 9 }), hit('b', { ordinal: 5, score: 0.5 })],
      2,
    );
    expect(chosen.map((it) => it.text)).toEqual(['a\nb', 'x']);
  });
});

describe('merged neighbours', () => {
  const asHits = (snapshot: Snapshot): IndexHit[] =>
    chunkSnapshot(snapshot, { sourceId: source, version: 1 }).map((chunk) => ({
      chunkId: chunk.id,
      sourceId: source,
      sourceType: 'web',
      title: snapshot.title,
      heading: chunk.heading,
      text: chunk.text,
      locator: chunk.locator,
      pieces: chunk.pieces,
      ordinal: chunk.ordinal,
      score: chunk.ordinal === 1 ? 2 : 1,
      highlights: [...chunk.text.matchAll(/otters/g)].map((it): [number, number] => [
        it.index,
        it.index + 6,
      ]),
    }));
  const sentence = (at: number) =>
    `Number ${at} tells of otters and of nothing else at all, for a good long while.`;
  const snapshots: Snapshot[] = [
    {
      medium: 'flow',
      title: 'Page',
      language: 'en',
      segments: Array.from({ length: 30 }, (_, at) => ({
        text: Array.from({ length: 4 }, (_, n) => sentence(4 * at + n)).join(' '),
        role: 'text' as const,
        at: { medium: 'flow' as const, paragraph: at + 1 },
      })),
    },
    {
      medium: 'flow',
      title: 'One paragraph',
      language: 'en',
      segments: [
        {
          text: Array.from({ length: 40 }, (_, at) => sentence(at)).join(' '),
          role: 'text',
          at: { medium: 'flow', paragraph: 1 },
        },
      ],
    },
    {
      medium: 'timed',
      title: 'Talk',
      language: 'en',
      segments: Array.from({ length: 40 }, (_, at) => ({
        text: sentence(at),
        role: 'text' as const,
        at: { medium: 'timed' as const, startS: at * 6, endS: at * 6 + 6 },
      })),
    },
  ];
  it.each(snapshots.map((it) => [it.title, it] as const))(
    'keep every position: %s',
    (_, snapshot) => {
      const hits = asHits(snapshot).slice(0, 3);
      const [whole, ...rest] = choose(rank(hits, 'otters', now), 5);
      expect(rest).toEqual([]);
      expect(whole?.chunkId).toBe(hits[1]?.chunkId);
      for (const { start, end, from, at } of whole?.pieces ?? []) {
        const segment = snapshot.segments.find(
          (it) =>
            JSON.stringify(it.at) === JSON.stringify(at) &&
            it.text.slice(from, from + end - start) === whole?.text.slice(start, end),
        );
        expect(segment).toBeDefined();
      }
      expect(whole?.pieces.map((it) => whole.text.slice(it.start, it.end)).join('')).toHaveLength(
        (whole?.text.length ?? 0) - ((whole?.pieces.length ?? 0) - 1),
      );
      expect(whole?.highlights.length).toBe(hits.flatMap((it) => it.highlights).length);
      for (const [start, end] of whole?.highlights ?? [])
        expect(whole?.text.slice(start, end)).toBe('otters');
      if (!whole) return;
      const last = hits.at(-1);
      expect(positionOfHighlights({ ...whole, highlights: whole.highlights.slice(-1) })).toEqual(
        last && positionOfHighlights({ ...last, highlights: last.highlights.slice(-1) }),
      );
    },
  );

  it('of a transcript end where the last one ends', () => {
    const [, , talk] = snapshots;
    const hits = talk ? asHits(talk).slice(0, 2) : [];
    const [whole] = choose(hits, 3);
    expect(whole?.locator).toMatchObject({
      medium: 'timed',
      startS: 0,
      endS: (hits[1]?.locator as { endS: number }).endS,
    });
  });
});
