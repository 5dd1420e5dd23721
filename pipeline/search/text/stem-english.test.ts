import { newStemmer } from 'snowball-stemmers';
import { expect, it } from 'vitest';
import { stemEnglish } from './stem-english.ts';

const ENDINGS = (
  's es ed ing edly ingly eed eedly ied ies us ss sses y ye yed ly li tional enci anci abli entli izer ization ational ator alism aliti alli fulness ousli ousness iveness iviti ' +
  'biliti bli ogi fulli lessli alize icate iciti ical ful ness ative al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion sion tion e ll ated bled ized hopped'
).split(' ');
const STEMS = (
  'c++ naïf generat commun arsen gener rap trap ow way sky toy enjoy boyish happ conditi rationa valenc hesitanc radical vietnam predicat oper feudal decisiv hopeful callous formal ' +
  'sensitiv sensib triplic electric good reviv allow infer gyroscop adjust defens irrit replac depend adopt communis activat homologo effectiv bowdler prob rat ceas control rol lik'
).split(' ');

/**
 * All words of up to `most` of these letters, which cover vowels, both kinds of `y`, endings and
 * double letters.
 */
function* short(letters: string, most: number, word = ''): Generator<string> {
  yield word;
  if (word.length < most) for (const letter of letters) yield* short(letters, most, word + letter);
}

it("stems English like Snowball's own stemmer", () => {
  const snowball = newStemmer('english');
  const exceptions =
    'skis skies dying lying tying idly gently ugly early only singly sky news howe atlas cosmos bias andes inning innings outings canning herrings earring proceeds exceed succeeds'.split(
      ' ',
    );
  const words = [
    ...exceptions,
    ...STEMS,
    ...STEMS.flatMap((it) => ENDINGS.map((ending) => it + ending)),
    ...short('aeyltsx', 4),
  ].filter((it) => it.length > 2);
  expect(words.filter((it) => stemEnglish(it) !== snowball.stem(it))).toEqual([]);
});
