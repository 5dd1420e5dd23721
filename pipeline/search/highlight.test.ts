import { expect, it } from 'vitest';
import { analyse, tokenPlaces } from './analysis.ts';
import { highlightsOfTerms } from './highlight.ts';

it.each([
  ['plain words, numbers and signs', 'The C++ and C# of 1984: e.g. x86-64 code_names, a+b.'],
  ['apostrophes and lone letters', 'Levi’s l’homme d\'Artagnan, I say; 5\'s'],
  ['accents, composed or not', 'Café cafe\u0301 ŁÓDŹ straße — naïve'],
  ['scripts without spaces', '東京タワーは高い。the 東京 tower 한국어 문장 ภาษาไทย'],
  ['characters that nobody sees', 'soft\u00adhyphen zero\u200bwidth \u200b \u00ad \u0301'],
  ['marks that are no letter of a word', 'ـ ـــ اللُّغَة'],
])('tells where the tokens of %s stand without analysing them', (_, text) => {
  expect(tokenPlaces(text)).toEqual(analyse(text, 'en').flatMap((it) => [it.start, it.end]));
});

it('highlights the words whose terms are wanted, and says when the terms are not those of the text', () => {
  const places = Int32Array.from(tokenPlaces('red, green and red'));
  expect(highlightsOfTerms(places, [7, 8, 9, 7], new Set([7]))).toEqual([[0, 3], [15, 18]]);
  expect(highlightsOfTerms(places, [7, 8, 9], new Set([7]))).toBeUndefined();
});
