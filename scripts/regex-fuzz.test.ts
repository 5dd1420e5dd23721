/**
 * No regex of the product is slow on a long text: a million characters from its alphabet take at
 * most 50 ms. GLOSS_REGEX_FUZZ=full runs every regex on every text, which takes about a minute.
 */
import { expect, it } from 'vitest';
import { constructed, literals, type SourceRegex } from './regex/collect.ts';
import { slowRegexes } from './regex/fuzz.ts';
import { isFinite } from './regex/verdict.ts';

const FULL = process.env['GLOSS_REGEX_FUZZ'] === 'full';
const literalOf = ({ source, flags }: SourceRegex): string => `/${source}/${flags}`;
const unique = (regexes: readonly SourceRegex[]): SourceRegex[] => [
  ...new Map(regexes.map((it) => [literalOf(it), it])).values(),
];
const example = (regex: RegExp): SourceRegex => ({
  at: 'example',
  source: regex.source,
  flags: regex.flags,
});

it('every regex takes at most 50 ms for a million characters', {
  timeout: 600_000,
}, async () => {
  const all = unique([...literals(), ...(await constructed())]);
  expect(all.length).toBeGreaterThan(700);
  const tried = all.filter((it) => FULL || !isFinite(it.source));
  expect(tried.length).toBeGreaterThan(300);
  expect(await slowRegexes(tried, FULL)).toEqual([]);
});

it.concurrent.each<[string, RegExp]>([
  ['a run entered at each of its letters', /\s+$/],
  [
    'spaces that three parts may take',
    /@import\s+(?:url\(\s*)?(?:"([^"\n]*)"|'([^'\n]*)'|([^)"';\s]*))\s*\)?\s*([^;{}]*);/gi,
  ],
  ['spaces before a comment that never ends', /^\s*([a-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/i],
  ['an address without its bracket', /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*))\s*\)/gi],
  ['a look ahead to the end from each match', /<\/body>(?![\s\S]*<\/body>)/i],
  ['an exponential one', /^(?:a+)+$/],
])('finds %s', async (_what, regex) => {
  expect(await slowRegexes([example(regex)])).toHaveLength(1);
});
