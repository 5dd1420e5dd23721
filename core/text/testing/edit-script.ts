/**
 * Random documents and edits for which the position of every sentence is known: the reference for
 * anchoring.
 */

type Random = () => number;
/** A small pseudo-random generator, so that runs are reproducible. */
export const seeded = (seed: number): Random => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const WORDS = (
  'river memory margin reader paper night signal garden winter engine letter harbour pattern question measure silver ' +
  'market window captain theory village sample kitchen forest method number surface teacher island record bridge copper station ' +
  'archive weather meadow valley answer chapter soldier minute painter crystal orchard lantern fabric journey shelter rumour'
).split(' ');
const LINKS = [
  'near',
  'beside',
  'after',
  'without',
  'before',
  'under',
  'through',
  'above',
  'against',
  'within',
];
const BOILERPLATE = [
  'Read more about this in the archive.',
  'Yes.',
  'Share this page with a friend of yours.',
  'See the notes below.',
];

interface Sentence {
  id: number;
  words: string[];
  /** the original index of each word, -1 for a new one */
  from: number[];
  /** the id of the sentence that it resembles */
  like?: number;
}
type Paragraphs = Sentence[][];

const pick = <T>(random: Random, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T;
const whole = (random: Random, most: number): number => Math.floor(random() * most);

let nextId = 0;
function sentenceOf(words: readonly string[]): Sentence {
  nextId += 1;
  return { id: nextId, words: [...words], from: words.map((_, n) => n) };
}
function fresh(random: Random): Sentence {
  const words = Array.from({ length: 6 + whole(random, 12) }, (_, n) =>
    n % 3 === 1 ? pick(random, LINKS) : pick(random, WORDS),
  );
  words[0] = (words[0] ?? '').replace(/^./, (letter) => letter.toUpperCase());
  words[words.length - 1] += '.';
  return sentenceOf(words);
}
/** Another sentence that differs in one word. */
function lookalike(random: Random, of: Sentence): Sentence {
  if (of.words.length < 4) return fresh(random);
  const words = [...of.words];
  words[1 + whole(random, Math.max(1, words.length - 2))] = String(1900 + whole(random, 120));
  return { ...sentenceOf(words), like: of.like ?? of.id };
}

function makeDocument(random: Random, paragraphs: number): Paragraphs {
  const out: Paragraphs = [];
  for (let n = 0; n < paragraphs; n += 1) {
    const paragraph = Array.from({ length: 1 + whole(random, 5) }, () => fresh(random));
    const before = out.flat();
    if (before.length > 0 && random() < 0.35)
      paragraph.splice(
        whole(random, paragraph.length + 1),
        0,
        lookalike(random, pick(random, before)),
      );
    if (random() < 0.25) paragraph.push(sentenceOf(pick(random, BOILERPLATE).split(' ')));
    out.push(paragraph);
  }
  return out;
}

/** A new document in which remaining sentences keep their ids. */
function editDocument(random: Random, document: Paragraphs, edits: number): Paragraphs {
  const out = document.map((paragraph) =>
    paragraph.map((it) => ({ ...it, words: [...it.words], from: [...it.from] })),
  );
  const somewhere = (): [Sentence[], number] => {
    const paragraph = pick(random, out);
    return [paragraph, whole(random, paragraph.length)];
  };
  for (let n = 0; n < edits; n += 1) {
    const [paragraph, at] = somewhere();
    const index = out.indexOf(paragraph);
    const sentence = paragraph[at];
    const kind = whole(random, 10);
    if (kind === 0)
      out.splice(
        whole(random, out.length + 1),
        0,
        Array.from({ length: 1 + whole(random, 3) }, () => fresh(random)),
      );
    else if (kind === 1 && out.length > 3) out.splice(index, 1);
    else if (kind === 2) {
      out.splice(index, 1);
      out.splice(whole(random, out.length + 1), 0, paragraph);
    } else if (kind === 3) paragraph.splice(at, 0, fresh(random));
    else if (kind === 4) paragraph.splice(at, 1);
    // A similar sentence appears elsewhere; one in its place would be an edit.
    else if (kind === 5 && sentence && out.length > 6)
      out.splice((index + 3) % out.length, 0, [lookalike(random, sentence), fresh(random)]);
    else if (kind === 6 && sentence) {
      paragraph.splice(at, 1);
      if (out.length > 6)
        out.splice((index + 3) % out.length, 0, [fresh(random), lookalike(random, sentence)]);
    } else if (kind === 7 && paragraph.length > 1)
      out.splice(index, 1, paragraph.slice(0, at || 1), paragraph.slice(at || 1));
    else if (kind === 8 && index + 1 < out.length)
      out.splice(index, 2, [...paragraph, ...(out[index + 1] ?? [])]);
    else if (sentence && sentence.words.length > 2) {
      const word = whole(random, sentence.words.length);
      if (random() < 0.3) {
        sentence.words.splice(word, 0, pick(random, WORDS));
        sentence.from.splice(word, 0, -1);
      } else {
        sentence.words[word] = pick(random, WORDS);
        sentence.from[word] = -1;
      }
    }
    for (
      let empty = out.findIndex((it) => it.length === 0);
      empty >= 0;
      empty = out.findIndex((it) => it.length === 0)
    )
      out.splice(empty, 1);
  }
  return out;
}

/**
 * Whether a similar sentence ended up between a deleted sentence's neighbours, which makes it an
 * edit by any measure.
 */
function isReplaced(id: number, before: Paragraphs, after: Paragraphs): boolean {
  const [was, is] = [before.flat(), after.flat()];
  // An edited sentence can't identify a position as a neighbour.
  const there = new Set(
    is
      .filter(
        (it) =>
          it.from.every((word, n) => word === n) &&
          was.some((other) => other.id === it.id && other.words.length === it.words.length),
      )
      .map((it) => it.id),
  );
  const at = was.findIndex((it) => it.id === id);
  const family = was[at]?.like ?? id;
  const known = new Set(was.map((it) => it.id));
  const neighbours = [
    was.slice(0, at).findLast((it) => there.has(it.id))?.id,
    was.slice(at + 1).find((it) => there.has(it.id))?.id,
  ];
  return is.some(
    (it, index) =>
      !known.has(it.id) &&
      it.like === family &&
      [
        is.slice(0, index).findLast((it) => there.has(it.id))?.id,
        is.slice(index + 1).find((it) => there.has(it.id))?.id,
      ].some((near, side) => near === neighbours[side]),
  );
}

export interface Stretch {
  start: number;
  end: number;
}
export interface LaidOutText {
  text: string;
  /** `[start, end)` of the words of each sentence by its id */
  words: Map<number, Stretch[]>;
  /** texts of the paragraphs */
  paragraphs: Stretch[];
}
function lay(document: Paragraphs): LaidOutText {
  let text = '';
  const placed: LaidOutText['words'] = new Map();
  const paragraphs: LaidOutText['paragraphs'] = [];
  for (const paragraph of document) {
    if (text !== '') text += '\n\n';
    const from = text.length;
    for (const [n, { id, words }] of paragraph.entries()) {
      if (n > 0) text += ' ';
      placed.set(
        id,
        words.map((word, index) => {
          if (index > 0) text += ' ';
          text += word;
          return { start: text.length - word.length, end: text.length };
        }),
      );
    }
    paragraphs.push({ start: from, end: text.length });
  }
  return { text, words: placed, paragraphs };
}

/** A range that someone marked in a text, which then changed. */
export interface Case {
  before: LaidOutText;
  after: LaidOutText;
  start: number;
  end: number;
  /** its number of words */
  words: number;
  /** the position of the remaining words */
  left: Stretch[];
}

/**
 * Ranges that people mark: whole sentences, parts of one, and two in a row. Excludes those that
 * were edited in place by any measure.
 */
export function* casesOf(seed: number): Generator<Case> {
  const random = seeded(seed);
  const document = makeDocument(random, 8 + whole(random, 20));
  const next = editDocument(random, document, 1 + whole(random, 14));
  const [before, after] = [lay(document), lay(next)];
  const now = new Map(next.flat().map((sentence) => [sentence.id, sentence]));
  const of = (ids: readonly number[], from: number, to: number): Case => {
    const was = ids.flatMap((id) => before.words.get(id) ?? []).slice(from, to);
    let passed = 0;
    const left = ids.flatMap((id) => {
      const base = passed;
      passed += before.words.get(id)?.length ?? 0;
      const origins = now.get(id)?.from ?? [];
      return (after.words.get(id) ?? []).filter((_, n) => {
        const word = origins[n] ?? -1;
        return word >= 0 && base + word >= from && base + word < to;
      });
    });
    return {
      before,
      after,
      start: was[0]?.start ?? 0,
      end: was.at(-1)?.end ?? 0,
      words: was.length,
      left,
    };
  };
  for (const paragraph of document) {
    for (const [n, { id, words }] of paragraph.entries()) {
      const isKnown = (sentence: Sentence | undefined) =>
        sentence !== undefined &&
        (now.has(sentence.id) || !isReplaced(sentence.id, document, next));
      if (!isKnown(paragraph[n])) continue;
      yield of([id], 0, words.length);
      if (words.length >= 6) {
        const from = whole(random, words.length - 3);
        yield of([id], from, from + 2 + whole(random, words.length - from - 2));
      }
      const following = paragraph[n + 1];
      if (following && isKnown(following))
        yield of([id, following.id], 0, words.length + following.words.length);
    }
  }
}

/**
 * `right`: at least half of its words are in the found range. `wrong`: found elsewhere. `gone`:
 * correctly not found.
 */
export function judge(
  { words, left }: Case,
  found: Stretch | undefined,
): 'right' | 'wrong' | 'missed' | 'gone' {
  if (!found) return left.length >= 0.85 * words ? 'missed' : 'gone';
  const hit = left.filter((word) => word.start < found.end && found.start < word.end).length;
  return hit >= 0.5 * words ? 'right' : 'wrong';
}
