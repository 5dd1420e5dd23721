/** Compares two versions: paragraph by paragraph, and word by word within edited paragraphs. */
import { diffArrays, diffWordsWithSpace } from 'diff';
import type { DiffPart, SourceDiff } from '#core/contract/version.ts';

/** Paragraphs that share less count as one deleted and one added. */
const LEAST_SHARED = 0.4;
/** A comparison that takes longer is replaced by a coarser one. */
const LONGEST_MS = 1_000;
const LONGEST_WORDS_MS = 250;
/** For the words of all paragraphs together, because the comparison blocks the event loop. */
const LONGEST_ALL_WORDS_MS = 1_000;
/** Most word look-ups to find similar paragraphs per comparison: about 0.5 s. */
const MOST_LOOK_UPS = 5_000_000;
/** Most consecutive paragraphs that are compared with each other. */
const MOST_BESIDE = 60;

type Words = Extract<DiffPart, { kind: 'changed' }>['words'];
const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function shared(one: readonly string[], other: readonly string[]): number {
  const remaining = new Map<string, number>();
  for (const word of one) remaining.set(word, (remaining.get(word) ?? 0) + 1);
  let both = 0;
  for (const word of other) {
    const count = remaining.get(word) ?? 0;
    if (count > 0) {
      both += 1;
      remaining.set(word, count - 1);
    }
  }
  return (2 * both) / Math.max(1, one.length + other.length);
}

/** Remaining budget of a comparison. */
interface Budget {
  lookUps: number;
  wordsMs: number;
}

const countOf = (paragraphs: readonly (readonly string[])[]): number =>
  paragraphs.reduce((sum, { length }) => sum + length, 0);

/** Pairs the first deleted paragraph with the first added one, and so on, if they are similar. */
function inOrder(ours: readonly string[][], theirs: readonly string[][]): Map<number, number> {
  const pairs = ours
    .slice(0, theirs.length)
    .map((words, n) => ({ n, share: shared(words, theirs[n] ?? []) }));
  return new Map(pairs.flatMap(({ n, share }) => (share >= LEAST_SHARED ? [[n, n]] : [])));
}

/**
 * Finds pairs of edited paragraphs, in order, that share the most words (weighted longest common
 * subsequence).
 */
function edited(
  before: readonly string[],
  after: readonly string[],
  budget: Budget,
): Map<number, number> {
  const [ours, theirs] = [before.map(wordsOf), after.map(wordsOf)];
  const lookUps = countOf(ours) * theirs.length + countOf(theirs) * ours.length;
  if (before.length > MOST_BESIDE || after.length > MOST_BESIDE || lookUps > budget.lookUps)
    return inOrder(ours, theirs);
  budget.lookUps -= lookUps;
  const likeness = ours.map((one) =>
    theirs.map((other) => {
      const share = shared(one, other);
      return share >= LEAST_SHARED ? share : 0;
    }),
  );
  const best = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1)
      (best[i] ?? [])[j] = Math.max(
        at(i + 1, j),
        at(i, j + 1),
        at(i + 1, j + 1) + (likeness[i]?.[j] ?? 0),
      );
  }
  const pairs = new Map<number, number>();
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    const own = likeness[i]?.[j] ?? 0;
    if (own > 0 && at(i, j) === at(i + 1, j + 1) + own) {
      pairs.set(i, j);
      i += 1;
      j += 1;
    } else if (at(i, j) === at(i + 1, j)) i += 1;
    else j += 1;
  }
  return pairs;
}

function wordsBetween(before: string, after: string, budget: Budget): Words {
  const startedAt = performance.now();
  const timeout = Math.min(LONGEST_WORDS_MS, budget.wordsMs);
  const parts = timeout > 0 ? diffWordsWithSpace(before, after, { timeout }) : undefined;
  budget.wordsMs -= performance.now() - startedAt;
  if (!parts)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  return inPhrases(
    parts.map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })),
  );
}

/**
 * Joins consecutive edited words into one deleted and one added phrase, including the spaces
 * between them.
 */
function inPhrases(words: Words): Words {
  const out: Words = [];
  let [gone, come] = ['', ''];
  const settle = (): void => {
    if (gone !== '') out.push({ kind: 'removed', text: gone });
    if (come !== '') out.push({ kind: 'added', text: come });
    [gone, come] = ['', ''];
  };
  for (const [n, { kind, text }] of words.entries()) {
    const isBetween =
      kind === 'same' &&
      text.trim() === '' &&
      gone !== '' &&
      come !== '' &&
      words[n + 1]?.kind !== 'same' &&
      n + 1 < words.length;
    if (kind === 'same' && !isBetween) {
      settle();
      out.push({ kind, text });
      continue;
    }
    if (kind !== 'added') gone += text;
    if (kind !== 'removed') come += text;
  }
  settle();
  return out;
}

interface Read {
  segments: readonly { text: string }[];
}
/** `before` and `after` of each part count paragraphs, lines or sentences from 1. */
export function diffVersions(before: Read, after: Read): Omit<SourceDiff, 'from' | 'to'> {
  const [ours, theirs] = [
    before.segments.map(({ text }) => flat(text)),
    after.segments.map(({ text }) => flat(text)),
  ];
  const parts: DiffPart[] = [];
  const budget: Budget = { lookUps: MOST_LOOK_UPS, wordsMs: LONGEST_ALL_WORDS_MS };
  const count = { added: 0, removed: 0, changed: 0 };
  let [i, j] = [0, 0];
  let gone: string[] = [];
  let come: string[] = [];
  const settle = (): void => {
    const pairs = edited(gone, come, budget);
    const [fromI, fromJ] = [i - gone.length, j - come.length];
    let b = 0;
    const upTo = (end: number) => {
      for (; b < end; b += 1) {
        parts.push({ kind: 'added', text: come[b] ?? '', after: fromJ + b + 1 });
        count.added += 1;
      }
    };
    for (const [a, text] of gone.entries()) {
      const pair = pairs.get(a);
      if (pair === undefined) {
        parts.push({ kind: 'removed', text, before: fromI + a + 1 });
        count.removed += 1;
        continue;
      }
      upTo(pair);
      parts.push({
        kind: 'changed',
        before: fromI + a + 1,
        after: fromJ + pair + 1,
        words: wordsBetween(text, come[pair] ?? '', budget),
      });
      count.changed += 1;
      b = pair + 1;
    }
    upTo(come.length);
    [gone, come] = [[], []];
  };
  const changes = diffArrays(ours, theirs, { timeout: LONGEST_MS }) ?? [
    { removed: true, added: false, value: ours },
    { removed: false, added: true, value: theirs },
  ];
  for (const { added, removed, value } of changes) {
    if (removed) {
      gone.push(...value);
      i += value.length;
      continue;
    }
    if (added) {
      come.push(...value);
      j += value.length;
      continue;
    }
    settle();
    for (const text of value) {
      i += 1;
      j += 1;
      parts.push({ kind: 'same', text, before: i, after: j });
    }
  }
  settle();
  return { parts, ...count };
}
