import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parseCaptions } from './parse.ts';
import { sentencesOf } from './sentences.ts';
import { joinWords, wordsOf } from './words.ts';

const said = (format: 'vtt' | 'srv3', text: string) =>
  joinWords(wordsOf(parseCaptions(format, text)));

test('words without times share the time of their cue by length', () => {
  const words = wordsOf(parseCaptions('vtt', 'WEBVTT\n\n00:10.000 --> 00:13.000\nno longer\n'));
  expect(words.map(({ word, offset, duration }) => [word, offset, duration])).toEqual([
    ['no', 10, 0.9],
    ['longer', 10.9, 2.1],
  ]);
});

test.each([
  [
    'a line said twice by people stays',
    'WEBVTT\n\n00:01.000 --> 00:02.000\nNo.\n\n00:02.000 --> 00:03.000\nNo.\n',
    'No. No.',
  ],
  [
    'sounds and speakers are no words',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n>> [Applause] Thank you\n\n00:02.000 --> 00:03.000\n♪ ♪\n\n00:03.000 --> 00:04.000\n(laughter)\n',
    'Thank you',
  ],
  [
    'speakers are told by signs of many kinds',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n- Hello. >> Who is it?\n-It is me.\n\n00:02.000 --> 00:03.000\n&gt;&gt;Come in, it is -5 degrees.\n- [door opens]\n- (laughs)\n\n00:03.000 --> 00:04.000\n— ¿Qué?\nself-\nmade\n',
    'Hello. Who is it? It is me. Come in, it is -5 degrees. ¿Qué? self- made',
  ],
  [
    'entities, tags and comparisons',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>a &lt; b</v> &amp; c < d <i>e</i>\n',
    'a < b & c < d e',
  ],
  [
    'readings of ruby are left out',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<ruby>潮<rt>しお</rt></ruby>の音\n',
    '潮の音',
  ],
])('%s', (_, text, expected) => {
  expect(said('vtt', text)).toBe(expected);
});

test('reads a moving or stacking caption once, and a repeated one again', () => {
  const srv3 = (...paragraphs: [number, number, string][]) =>
    `<timedtext format="3"><body>${paragraphs.map(([t, d, text]) => `<p t="${t}" d="${d}" wp="1">${text}</p>`).join('')}</body></timedtext>`;
  expect(said('srv3', srv3([0, 1000, 'rise'], [1000, 40, 'rise'], [1040, 40, 'rise']))).toBe(
    'rise',
  );
  expect(said('srv3', srv3([0, 1000, 'one'], [1000, 1000, 'one\ntwo'], [2000, 1000, 'two']))).toBe(
    'one two',
  );
  expect(said('srv3', srv3([0, 1000, 'no'], [1000, 1000, 'no']))).toBe('no no');
});

test('splits unpunctuated speech at pauses, every few seconds', () => {
  const words = Array.from({ length: 200 }, (_, index) => ({
    word: `w${index}`,
    offset: index * 0.4 + Math.floor(index / 20),
    duration: 0.4,
    glued: false,
  }));
  const sentences = sentencesOf(words, 'und');
  expect(sentences.map((sentence) => sentence.text).join(' ')).toBe(
    words.map(({ word }) => word).join(' '),
  );
  expect(sentences.slice(0, 2).map((sentence) => sentence.text.split(' ').at(-1))).toEqual([
    'w19',
    'w39',
  ]);
});

test('limits a sentence to 30 seconds', () => {
  const words = Array.from({ length: 300 }, (_, index) => ({
    word: index % 100 === 99 ? 'end.' : 'word',
    offset: index,
    duration: 1,
    glued: false,
  }));
  expect(
    Math.max(...sentencesOf(words, 'und').map(({ startS, endS }) => endS - startS)),
  ).toBeLessThanOrEqual(30);
});

const ROLLING = path.join(
  process.env['GLOSS_EVAL_DATA'] ?? '../shared/data',
  'youtube/rolling-captions/transcript.en.vtt.gz',
);
test.skipIf(!existsSync(ROLLING))(
  'real rolling captions: each word once, in order, at its time (skipped without the evaluation data)',
  () => {
    const vtt = gunzipSync(readFileSync(ROLLING)).toString();
    const truth = vtt
      .split('\n')
      .filter((line) => /<\d\d:/.test(line))
      .flatMap((line) =>
        line
          .replace(/<[^>]*>/g, '')
          .replaceAll('&gt;', '>')
          .replaceAll('&amp;', '&')
          .split(/\s+/)
          .filter((word) => word !== ''),
      );
    const got = wordsOf(parseCaptions('vtt', vtt)).map(({ word }) => word);
    let at = 0;
    const missing = truth.filter((word) => {
      const found = got.slice(at, at + 5).indexOf(word);
      if (found !== -1) at += found + 1;
      return found === -1;
    });
    expect(missing).toEqual([]);
    // Lines of a single word have no inner time; there are ten.
    expect(got.length - truth.length).toBe(10);
  },
);
