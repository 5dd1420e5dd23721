import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GUIDE_KINDS } from '#config/guides.ts';
import { NOTE_TYPES } from '#core/contract/ask.ts';
import {
  chinese,
  cited,
  unquotedTexts,
  report,
  talk,
  renumbered,
} from '../testing/sample-passages.ts';
import { passages } from '../testing/passages.ts';
import type { Passage } from '../retrieve.ts';
import { answerOffline } from './answer.ts';
import { guideOffline } from './guides.ts';
import { notesOffline } from './notes.ts';
import { summariseOffline } from './summary.ts';

const MAKERS: readonly (readonly [string, (given: Passage[]) => Iterable<string>])[] = [
  [
    'an answer',
    (given) =>
      answerOffline('How long does the waggle dance of a forager last? 蜂巢里有几只蜂王？', given),
  ],
  ['a summary', (given) => summariseOffline({ passages: given })],
  ...NOTE_TYPES.map(
    ({ name }) => [name, (given: Passage[]) => notesOffline(name)({ passages: given })] as const,
  ),
  ...GUIDE_KINDS.map(
    (kind) =>
      [
        kind,
        (given: Passage[]) => guideOffline(kind)({ question: 'x', passages: given, values: {} }),
      ] as const,
  ),
];

describe.each(MAKERS)('%s', (_, make) => {
  it('only quotes the passages that it cites, and is not empty', () => {
    for (const given of [talk(), report(), chinese(), renumbered(talk(), report(), chinese())]) {
      const text = [...make(given)].join('');
      expect(unquotedTexts(text, given)).toEqual([]);
      expect(text).not.toMatch(/undefined|NaN|\n{3}|\[12\]/);
    }
    expect(cited([...make(talk())].join(''), talk()).length).toBeGreaterThan(0);
  });
  it('is the same each time', () => {
    const given = talk();
    expect([...make(given)].join('')).toBe([...make(given)].join(''));
  });
  it('says when there are no passages', () => {
    expect([...make([])].join('')).toBe("Your sources don't answer this.");
  });
});

const word = fc.constantFrom(
  'bees',
  'dance',
  'Hive',
  'the',
  'of',
  'is a',
  'because',
  '1927',
  '[12]',
  '![x](y)',
  '**bold**',
  '蜜蜂',
  '跳舞',
  '。',
  '. ',
  '! ',
  '? ',
  'e.g.',
  '\n',
  '(',
  ')',
  '"',
  ' ',
  'пчёлы',
  'نحل',
);
const texts = fc.array(
  fc.array(word, { minLength: 4, maxLength: 40 }).map((words) => words.join(' ')),
  { minLength: 1, maxLength: 6 },
);

it('only quotes, for any text', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom('en', 'zh', 'ru', 'und', 'ar'), (given, language) => {
      const some = passages(given.map((text) => ({ text, language })));
      for (const made of [
        answerOffline('Why do bees dance in 1927?', some),
        summariseOffline({ passages: some }),
        notesOffline('Study Guide')({ passages: some }),
      ]) {
        expect(unquotedTexts([...made].join(''), some)).toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
});
