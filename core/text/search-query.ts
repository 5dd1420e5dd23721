/**
 * Parses what is typed into a search box: words and "phrases", with operators such as `tag:biology`
 * between them. Every string is a valid query: an unknown operator is searched as words, and an
 * operator without a usable value is left out. Both are named in `problems`.
 */

/** The operators, each with an example of its value. */
export const SEARCH_OPERATORS = {
  tag: 'biology',
  folder: '"Work/Reading"',
  site: 'example.org',
  before: '2026-01-31',
  after: '2026-01-31',
  is: 'failed',
  in: 'notes',
} as const;
export type SearchOperator = keyof typeof SEARCH_OPERATORS;

export const IS_VALUES = [
  'failed',
  'gone',
  'held',
  'bookmark',
  'archive',
  'favorite',
  'toread',
] as const;
export type IsValue = (typeof IS_VALUES)[number];
export const IN_VALUES = ['sources', 'notes', 'clips', 'answers', 'posts'] as const;
export type InValue = (typeof IN_VALUES)[number];

/** An operator with its value, and its `[start, end)` in the query. */
export interface SearchCondition {
  operator: SearchOperator;
  value: string;
  isNegated: boolean;
  start: number;
  end: number;
}
export interface ParsedSearch {
  /** the query without its operators; can be empty */
  words: string;
  conditions: SearchCondition[];
  /** sentences about what was not understood */
  problems: string[];
}

/** The `wanted` and `unwanted` values of one operator. */
export interface Values<T extends string = string> {
  wanted: T[];
  unwanted: T[];
}
/** The combined conditions of a query's operators. */
export interface SearchConditions {
  /** a source has all of `wanted` and none of `unwanted` */
  tags: Values;
  /** from here on: one of `wanted`, if there are any, and none of `unwanted` */
  folders: Values;
  sites: Values;
  is: Values<IsValue>;
  /** undefined: everywhere */
  in: ReadonlySet<InValue> | undefined;
  /** days as `YYYY-MM-DD`: `after` is inclusive, `before` exclusive */
  after: string | undefined;
  before: string | undefined;
}

const QUOTES = '"“”„«»';
/** Never starts inside a word, which would be scanned again from each letter. */
const OPERATOR = /(?<!\p{L})(-?)(\p{L}{2,})[:：]/uy;
const CLOSED_VALUES: Partial<Record<SearchOperator, readonly string[]>> = {
  is: IS_VALUES,
  in: IN_VALUES,
};
const NEGATABLE: readonly SearchOperator[] = ['tag', 'folder', 'site', 'is'];
const MAX_VALUE_CHARS = 200;

const isOperator = (name: string): name is SearchOperator => Object.hasOwn(SEARCH_OPERATORS, name);
const listed = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const operatorList = listed.format(Object.keys(SEARCH_OPERATORS).map((it) => `${it}:`));

const problemTexts = {
  unknown: (name: string) =>
    `“${name}:” isn't a search operator, so it was searched as words. Operators are ${operatorList}.`,
  missing: (operator: SearchOperator) =>
    `“${operator}:” needs a value right after it, like ${operator}:${SEARCH_OPERATORS[operator]}.`,
  value: (operator: SearchOperator, value: string, valid: readonly string[]) =>
    `“${operator}:${value}” was ignored. After ${operator}: you can write ${listed.format(valid)}.`,
  day: (operator: SearchOperator, value: string) =>
    `“${operator}:${value}” was ignored. Write a date, like ${operator}:2026-01-31, ${operator}:2026-01 or ${operator}:2026.`,
  negated: (operator: SearchOperator) =>
    `“-${operator}:” was ignored. A minus works before ${listed.format(NEGATABLE.map((it) => `${it}:`))}.`,
};

/** Reads the value at `from`: quoted, unquoted, or quoted without an end. */
function readValue(text: string, from: number): { value: string; end: number } {
  if (QUOTES.includes(text[from] ?? ' ')) {
    const close = indexOfQuote(text, from + 1);
    const end = close < 0 ? text.length : close;
    return { value: text.slice(from + 1, end), end: Math.min(text.length, end + 1) };
  }
  const value = /\S*/y;
  value.lastIndex = from;
  const [found = ''] = value.exec(text) ?? [];
  return { value: found, end: from + found.length };
}

function indexOfQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) if (QUOTES.includes(text[at] ?? ' ')) return at;
  return -1;
}

/** `2026`, `2026-1` or `2026-01-31` as its first day; undefined if it isn't a date. */
function firstDay(value: string): string | undefined {
  const match = /^(\d{4})(?:[-/](\d{1,2}))?(?:[-/](\d{1,2}))?$/.exec(value);
  if (!match) return undefined;
  const [, year = '', month = '1', dayOfMonth = '1'] = match;
  const day = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  const date = new Date(`${day}T00:00:00Z`);
  // Otherwise 31 February would be 3 March.
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? undefined : day;
}

/** The operator's values in the typed text, or the problem with it. */
function valuesOf(operator: SearchOperator, typed: string, isNegated: boolean): string[] | string {
  const value = typed.trim().slice(0, MAX_VALUE_CHARS);
  if (value === '') return problemTexts.missing(operator);
  if (isNegated && !NEGATABLE.includes(operator)) return problemTexts.negated(operator);
  if (operator === 'before' || operator === 'after')
    return firstDay(value) ? [value] : problemTexts.day(operator, value);
  const valid = CLOSED_VALUES[operator];
  if (!valid) return [value];
  const values = value
    .toLowerCase()
    .split(',')
    .filter((it) => it !== '');
  return values.length > 0 && values.every((it) => valid.includes(it))
    ? values
    : problemTexts.value(operator, value, valid);
}

export function parseSearch(text: string): ParsedSearch {
  const conditions: SearchCondition[] = [];
  const problems = new Set<string>();
  let words = '';
  let at = 0;
  while (at < text.length) {
    const isStart = at === 0 || /\s/u.test(text[at - 1] ?? '');
    OPERATOR.lastIndex = at;
    const [head, minus, typedName = ''] = (isStart && OPERATOR.exec(text)) || [];
    const name = typedName.toLowerCase();
    if (head !== undefined && isOperator(name)) {
      const { value, end } = readValue(text, at + head.length);
      const values = valuesOf(name, value, minus === '-');
      if (typeof values === 'string') problems.add(values);
      else
        for (const it of values)
          conditions.push({
            operator: name,
            value: it,
            isNegated: minus === '-',
            start: at,
            end,
          });
      at = end;
      continue;
    }
    // Addresses (`http://`), `std::vector` and `note: this` are plain words.
    if (head !== undefined && /^[^\s:/]/u.test(text.slice(at + head.length)))
      problems.add(problemTexts.unknown(typedName));
    const close = QUOTES.includes(text[at] ?? ' ') ? indexOfQuote(text, at + 1) : -1;
    const end = close < 0 ? at + Math.max(1, head?.length ?? 0) : close + 1;
    words += text.slice(at, end);
    at = end;
  }
  return { words: words.replace(/\s+/gu, ' ').trim(), conditions, problems: [...problems] };
}

const later = (one: string | undefined, other: string): string =>
  one !== undefined && one > other ? one : other;
const earlier = (one: string | undefined, other: string): string =>
  one !== undefined && one < other ? one : other;

export function mergeConditions(conditions: readonly SearchCondition[]): SearchConditions {
  const valuesBy = <T extends string>(operator: SearchOperator): Values<T> => {
    const values = (isNegated: boolean) => [
      ...new Set(
        conditions.flatMap((it) =>
          it.operator === operator && it.isNegated === isNegated ? [it.value as T] : [],
        ),
      ),
    ];
    return { wanted: values(false), unwanted: values(true) };
  };
  const days = (operator: SearchOperator): string[] =>
    valuesBy(operator).wanted.flatMap((it) => firstDay(it) ?? []);
  const places = valuesBy<InValue>('in').wanted;
  return {
    tags: valuesBy('tag'),
    folders: valuesBy('folder'),
    sites: valuesBy('site'),
    is: valuesBy<IsValue>('is'),
    in: places.length > 0 ? new Set(places) : undefined,
    after: days('after').reduce<string | undefined>(later, undefined),
    before: days('before').reduce<string | undefined>(earlier, undefined),
  };
}

/**
 * The normalised host in the value of `site:`, without `www.` and port; undefined if it is the name
 * of a site or a channel.
 */
export function siteHost(value: string): string | undefined {
  const host = URL.parse(/^\w+:\/\//.test(value) ? value : `http://${value}`)?.hostname;
  return host !== undefined && /[.:]|^localhost$/.test(host)
    ? host.replace(/^www\./, '')
    : undefined;
}
