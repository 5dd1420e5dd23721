import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitSentences } from './sentences.ts';

const split = (text: string) => splitSentences(text).map((sentence) => sentence.text);

test.each([
  [
    'Bees dance. They do it in the dark! Why? Nobody knows.',
    ['Bees dance.', 'They do it in the dark!', 'Why?', 'Nobody knows.'],
  ],
  [
    'Dr. Frisch met Mrs. Lindauer at 5 p.m. in Munich. They spoke.',
    ['Dr. Frisch met Mrs. Lindauer at 5 p.m. in Munich.', 'They spoke.'],
  ],
  [
    'See e.g. Fig. 3 and p. 12. It shows 3.5 mm.',
    ['See e.g. Fig. 3 and p. 12.', 'It shows 3.5 mm.'],
  ],
  [
    'K. v. Frisch wrote it. J. R. R. Tolkien did not.',
    ['K. v. Frisch wrote it.', 'J. R. R. Tolkien did not.'],
  ],
  ['He said no. She left.', ['He said no.', 'She left.']],
  ['Das gilt z.B. Bienen bzw. Hummeln. Gut.', ['Das gilt z.B. Bienen bzw. Hummeln.', 'Gut.']],
  [
    'They saw St. John’s Cathedral. It was late.',
    ['They saw St. John’s Cathedral.', 'It was late.'],
  ],
  [
    'Er kam am 28. Mai. Es war Mitte des 18. Jahrhunderts. Er blieb bis 1760. August war heiß.',
    [
      'Er kam am 28. Mai.',
      'Es war Mitte des 18. Jahrhunderts.',
      'Er blieb bis 1760.',
      'August war heiß.',
    ],
  ],
  ['"Is it so?" she asked. "It is."', ['"Is it so?" she asked.', '"It is."']],
  ['蜜蜂跳舞。它们在黑暗中跳舞！为什么？', ['蜜蜂跳舞。', '它们在黑暗中跳舞！', '为什么？']],
  ['ミツバチは踊る。暗闇の中で。', ['ミツバチは踊る。', '暗闇の中で。']],
  ['मधुमक्खी नाचती है। वह अँधेरे में नाचती है।', ['मधुमक्खी नाचती है।', 'वह अँधेरे में नाचती है।']],
  ['النحل يرقص. لماذا؟ لا أحد يعلم.', ['النحل يرقص.', 'لماذا؟', 'لا أحد يعلم.']],
  [
    'A line that\nbreaks in the middle. Another.',
    ['A line that\nbreaks in the middle.', 'Another.'],
  ],
  ['A heading\n\nA paragraph.', ['A heading', 'A paragraph.']],
  ['   ', []],
])('%s', (text, expected) => {
  expect(split(text)).toEqual(expected);
});

describe('any text', () => {
  test('puts every character in one sentence, at the reported position', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.lorem({ mode: 'sentences' })),
        (text) => {
          const sentences = splitSentences(text);
          let at = 0;
          for (const { text: own, start, end } of sentences) {
            expect(text.slice(start, end)).toBe(own);
            expect(text.slice(at, start).trim()).toBe('');
            at = end;
          }
          expect(text.slice(at).trim()).toBe('');
        },
      ),
    );
  });
});
