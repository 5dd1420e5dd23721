import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bandsOf,
  fingerprintOf,
  lettersAndDigits,
  similarityOf,
  shinglesOf,
} from './similarity.ts';

/** A small pseudo-random generator, so that runs are reproducible. */
const seeded = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return seed / 2 ** 32;
};
const random = seeded(7);
const text = (words: number): string[] =>
  Array.from({ length: words }, () => `w${Math.floor(random() * 5000)}`);
/** Replaces `share` of the words. */
const altered = (words: readonly string[], share: number): string[] =>
  words.map((word) => (random() < share ? `x${Math.floor(random() * 5000)}` : word));
const compared = (a: string, b: string): number => similarityOf(shinglesOf(a), shinglesOf(b));
const agree = (a: string, b: string): boolean => {
  const other = new Set(
    bandsOf(fingerprintOf(shinglesOf(b)) ?? '').map((it) => JSON.stringify(it)),
  );
  return bandsOf(fingerprintOf(shinglesOf(a)) ?? '').some((it) => other.has(JSON.stringify(it)));
};

describe('the similarity of two texts', () => {
  it('is 1 regardless of layout, case and form, and 0 for unrelated texts', () => {
    expect(compared('One two, THREE four — five.', 'one\n\ntwo three (four) five')).toBe(1);
    expect(compared('ﬁne ﬂags are ﬂown here today', 'fine flags are flown here today')).toBe(1);
    expect(compared(text(500).join(' '), text(500).join(' '))).toBeLessThan(0.01);
    expect(compared('', '')).toBe(0);
  });
  it('is the fraction of shared shingles', () => {
    // 8 of 10 shingles each, 12 in total.
    expect(compared('a b c d e f g h i j k l', 'a b c d e f g h i j k m')).toBeCloseTo(9 / 11);
  });
  it('distinguishes texts in scripts without spaces', () => {
    const otters =
      '海獺睡覺時手牽手，這樣水流就不會把牠們沖散。一群休息的海獺叫做木筏，一個木筏可以有一百隻。牠們的毛皮是所有動物中最密的，每平方英寸有一百萬根毛。';
    expect(compared(otters, otters.replace('一百隻', '兩百隻'))).toBeGreaterThan(0.85);
    expect(
      compared(
        otters,
        '蜜蜂找到花之後會回到蜂巢跳舞。舞蹈與垂直線的角度就是花與太陽之間的角度。搖擺越久，花就越遠。冬天時牠們圍著蜂后成球，用飛行肌發抖取暖。',
      ),
    ).toBe(0);
    expect(agree(otters, otters.replace('一百隻', '兩百隻'))).toBe(true);
    expect(compared('นากทะเลจับมือกันขณะหลับ', 'นากทะเลจับมือกันขณะหลับ')).toBe(1);
  });
  it('is within a few hundredths for long texts', () => {
    const book = text(40_000);
    for (const share of [0.01, 0.05, 0.2]) {
      const [a, b] = [book.join(' '), altered(book, share).join(' ')];
      const all = (of: string) =>
        new Set(
          of
            .split(' ')
            .map((_, at, words) => words.slice(at, at + 3).join(' '))
            .slice(0, -2),
        );
      const [one, other] = [all(a), all(b)];
      expect(compared(a, b)).toBeCloseTo(one.intersection(other).size / one.union(other).size, 1);
    }
  });
  it('is symmetric, and 1 for the same text', () => {
    const words = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', '木', 'é'), { minLength: 3, maxLength: 40 })
      .map((all) => all.join(' '));
    fc.assert(
      fc.property(words, words, (a, b) => {
        expect(compared(a, a)).toBe(1);
        expect(compared(a, b)).toBe(compared(b, a));
      }),
    );
  });
});

describe('a fingerprint', () => {
  it('shares a band for almost all near duplicates, and for no unrelated texts', () => {
    const pairs = Array.from({ length: 300 }, () => {
      const words = text(400);
      return [words.join(' '), altered(words, 0.015).join(' ')] as const;
    }).filter(([a, b]) => compared(a, b) >= 0.9);
    expect(pairs.length).toBeGreaterThan(150);
    expect(pairs.filter(([a, b]) => agree(a, b)).length / pairs.length).toBeGreaterThan(0.97);
    const unrelated = Array.from(
      { length: 200 },
      () => fingerprintOf(shinglesOf(text(200).join(' '))) ?? '',
    );
    expect(
      new Set(unrelated.flatMap((print) => bandsOf(print).map((it) => JSON.stringify(it)))).size,
    ).toBe(800);
  });
  it('is 32 hex digits and deterministic; a few words have none', () => {
    expect(fingerprintOf(shinglesOf(text(100).join(' ')))).toMatch(/^[0-9a-f]{32}$/);
    expect(fingerprintOf(shinglesOf('a few words only'))).toBeUndefined();
  });
});

it('keeps only the letters that two copies share', () => {
  expect(lettersAndDigits('Ａ ﬁne “Test”, Ça\u0327 va?\n42 हिन्दी')).toBe(
    'afinetestça̧va42हिन्दी'.normalize('NFKC'),
  );
});
