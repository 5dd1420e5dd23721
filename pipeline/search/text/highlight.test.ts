import { expect, it } from 'vitest';
import { analyse, tokenOffsets } from './analysis.ts';
import { highlights, highlightsOfTerms } from './highlight.ts';
import { parseQuery } from './query.ts';

it.each([
  ['plain words, numbers and signs', 'The C++ and C# of 1984: e.g. x86-64 code_names, a+b.'],
  ['apostrophes and lone letters', "Levi’s l’homme d'Artagnan, I say; 5's"],
  ['accents, composed or not', 'Café cafe\u0301 ŁÓDŹ straße — naïve'],
  ['scripts without spaces', '東京タワーは高い。the 東京 tower 한국어 문장 ภาษาไทย'],
  ['quotes and dashes', '“One” – two—three… «quatre» ‘five’s’ 6‑7\u00a0m² \u2028'],
  ['characters that nobody sees', 'soft\u00adhyphen zero\u200bwidth \u200b \u00ad \u0301'],
  ['marks that are no letter of a word', 'ـ ـــ اللُّغَة'],
])('finds the offsets of the tokens of %s without analysing them', (_, text) => {
  const tokens = analyse(text, 'en');
  expect(tokenOffsets(text, tokens.length)).toEqual(
    Int32Array.from(tokens.flatMap((it) => [it.start, it.end])),
  );
});

it("highlights the words of the given terms, and reports terms that don't match the text", () => {
  const text = 'red, green and red';
  const places = tokenOffsets(text, 4) ?? new Int32Array();
  expect(highlightsOfTerms(text, places, [7, 8, 9, 7], new Set([7]))).toEqual([
    [0, 3],
    [15, 18],
  ]);
  expect([tokenOffsets(text, 3), tokenOffsets(text, 5)]).toEqual([undefined, undefined]);
});

it.each([
  ['in a row', '"state of the art"'],
  ['of one word', 'machine "The"'],
  ['that the text has otherwise', '"states of the arts"'],
  ['whose letters are accented', '"naïve café"'],
  ['that nothing has', '"art of the state" unheard'],
])('highlights a phrase %s like the full analysis', (_, question) => {
  const text = 'The State of the art, and the states of the art: a naive Cafe, the machines.';
  const tokens = analyse(text, 'en');
  const numbers = [...new Set(tokens.map((it) => it.term))];
  const numberOf = (term: string) => numbers.indexOf(term);
  const parsed = parseQuery(question, ['en'], 'any');
  const quoted = parsed.phrases.map(({ forms, variants }) => ({
    forms,
    firstTerms: new Set(variants.map((row) => numberOf(row[0] ?? ''))),
  }));
  const wanted = new Set(parsed.words.flatMap((it) => it.terms.map(numberOf)));
  expect(
    highlightsOfTerms(
      text,
      tokenOffsets(text, tokens.length) ?? new Int32Array(),
      tokens.map((it) => numberOf(it.term)),
      wanted,
      quoted,
    ),
  ).toEqual(highlights(tokens, parsed, new Set()));
});
