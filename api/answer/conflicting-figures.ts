/** Finds statements of different sources with different numbers or dates for the same thing. */
import { analyse, stopWords } from '#pipeline/search/index.ts';
import type { Figure } from './figures.ts';
import { TextFacts } from './text-facts.ts';

export interface Statement {
  sourceId: string;
  text: string;
  /** BCP 47 */
  language: string;
}
export interface Conflict<S extends Statement> {
  /** `calendar year`, `date`, a unit or what is counted */
  about: string;
  statements: [S, S];
}

/**
 * Least share of the shorter statement's words, without numbers, that the other statement has too.
 */
const LEAST_ALIKE = 0.5;
const LEAST_TERMS = 2;
/** This many common words are enough in long statements. */
const ENOUGH_TERMS = 3;
const YEAR = /^(?:1\d{3}|2[01]\d{2})$/;
const NEXT_CHARS = 40;

/** Returns pairs in the order of the statements, each with its first difference. */
export function conflictingFigures<S extends Statement>(statements: readonly S[]): Conflict<S>[] {
  const read = statements.map((statement) => ({ statement, ...readStatement(statement) }));
  return read.flatMap((one, at) =>
    read.slice(at + 1).flatMap((other): Conflict<S>[] => {
      if (one.statement.sourceId === other.statement.sourceId || !areAlike(one.terms, other.terms))
        return [];
      const about = [...one.figures].find(([kind, values]) => {
        const others = other.figures.get(kind);
        return others !== undefined && values.isDisjointFrom(others);
      })?.[0];
      return about === undefined ? [] : [{ about, statements: [one.statement, other.statement] }];
    }),
  );
}

function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const least = Math.min(one.size, other.size);
  const common = one.intersection(other).size;
  return common >= ENOUGH_TERMS || (common >= LEAST_TERMS && common >= LEAST_ALIKE * least);
}

function readStatement({ text, language }: Statement): {
  terms: ReadonlySet<string>;
  figures: ReadonlyMap<string, ReadonlySet<string>>;
} {
  const facts = new TextFacts(text, language);
  const months = monthsOf(facts.base);
  const figures = new Map<string, Set<string>>();
  for (const figure of facts.figures) {
    const { kind, value } = kindOf(figure, facts, months);
    if (kind === undefined) continue;
    const values = figures.get(kind) ?? new Set();
    figures.set(kind, values.add(value));
  }
  return {
    terms: new Set([...facts.terms].filter((it) => !/\p{N}/u.test(it))),
    figures,
  };
}

function kindOf(
  { value, unit, start, end }: Figure,
  { text, base }: TextFacts,
  months: ReadonlyMap<string, number>,
): { kind: string | undefined; value: string } {
  const number = String(Number(value));
  if (unit !== undefined) return { kind: unit, value: number };
  if (YEAR.test(value)) return { kind: 'calendar year', value };
  const [after] = wordsIn(text.slice(end, end + NEXT_CHARS));
  const before = wordsIn(text.slice(Math.max(0, start - NEXT_CHARS), start)).at(-1);
  const month = months.get(after ?? '') ?? months.get(before ?? '');
  if (month !== undefined) return { kind: 'date', value: `${month}-${number}` };
  return { kind: countedThing(text.slice(end, end + NEXT_CHARS), base), value: number };
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];

/** Returns the index term of the counted thing: `otter` for "three otters". */
function countedThing(after: string, base: string): string | undefined {
  const stop = stopWords(base === 'und' ? 'en' : base);
  const [first] = analyse(after.replace(/[.;:!?][\s\S]*$/u, ''), base);
  return first && !stop.has(first.form) ? first.term : undefined;
}

const known = new Map<string, ReadonlyMap<string, number>>();
/** Returns the names of the months in a language, in lower case. */
function monthsOf(base: string): ReadonlyMap<string, number> {
  let months = known.get(base);
  if (!months) {
    const names = new Intl.DateTimeFormat(base === 'und' ? 'en' : base, {
      month: 'long',
      timeZone: 'UTC',
    });
    months = new Map(
      Array.from({ length: 12 }, (_, month) => [
        names.format(Date.UTC(2026, month, 15)).toLowerCase(),
        month + 1,
      ]),
    );
    known.set(base, months);
  }
  return months;
}
