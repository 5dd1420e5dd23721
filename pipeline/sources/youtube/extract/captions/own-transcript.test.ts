import { expect, test } from 'vitest';
import type { Fault } from '#core/contract/faults.ts';
import { parseOwnTranscript } from './own-transcript.ts';
import type { OwnTranscript } from './own-transcript.ts';
import { joinWords, wordsOf } from './words.ts';

const read = (text: string, format: OwnTranscript['format'] = 'auto') =>
  wordsOf(parseOwnTranscript({ text, format }));
const SRT =
  '1\r\n00:00:01,500 --> 00:00:03,500\r\n{\\an8}<i>one two</i>\r\n\r\n2\r\n00:00:04,000 --> 00:00:05,000\r\nthree\r\n';
const whisper = {
  text: 'one two three',
  language: 'english',
  segments: [
    {
      id: 0,
      start: 1.5,
      end: 3.5,
      text: ' one two',
      words: [
        { word: ' one', start: 1.5, end: 2.5, probability: 0.9 },
        { word: ' two', start: 2.5, end: 3.5 },
      ],
    },
    { id: 1, start: 4, end: 5, text: ' three' },
  ],
};

test.each([
  ['SRT', SRT],
  ['WebVTT', 'WEBVTT\n\n00:01.500 --> 00:03.500\none two\n\n00:04.000 --> 00:05.000\nthree\n'],
  [
    'WebVTT with inner times',
    'WEBVTT\n\n00:01.500 --> 00:03.500\none<00:00:02.500><c> two</c>\n\n00:04.000 --> 00:05.000\nthree\n',
  ],
  [
    'YouTube’s json3',
    JSON.stringify({
      wireMagic: 'pb3',
      events: [
        {
          tStartMs: 1500,
          dDurationMs: 2000,
          segs: [{ utf8: 'one' }, { utf8: ' two', tOffsetMs: 1000 }],
        },
        { tStartMs: 4000, dDurationMs: 1000, segs: [{ utf8: 'three' }] },
      ],
    }),
  ],
  [
    'YouTube’s XML',
    '<?xml version="1.0" encoding="utf-8" ?><timedtext format="3"><body><p t="1500" d="2000">one two</p><p t="4000" d="1000">three</p></body></timedtext>',
  ],
  [
    'YouTube’s older XML',
    '<?xml version="1.0" encoding="utf-8" ?>\n<transcript>\n<text start="1.5" dur="2">one &lt;i>two&lt;/i></text>\n<text start="4" dur="1">three</text></transcript>',
  ],
  ['Whisper', JSON.stringify(whisper)],
  [
    'Whisper of the API',
    JSON.stringify({
      text: 'one two three',
      words: [
        { word: 'one', start: 1.5, end: 2.5 },
        { word: 'two', start: 2.5, end: 3.5 },
        { word: 'three', start: 4, end: 5 },
      ],
    }),
  ],
  [
    'whisper.cpp',
    JSON.stringify({
      transcription: [
        { timestamps: {}, offsets: { from: 1500, to: 3500 }, text: ' one two' },
        { offsets: { from: 4000, to: 5000 }, text: ' three' },
      ],
    }),
  ],
  [
    'Gloss',
    JSON.stringify({
      language: 'en',
      words: [
        { word: 'one', offset: 1.5, duration: 1 },
        { word: 'two', offset: 2.5, duration: 1 },
        { word: 'three', offset: 4, duration: 1 },
      ],
      formattedMergedTranscript: [],
      chapters: [],
    }),
  ],
  [
    'a list of snippets',
    JSON.stringify([
      { text: 'one two', start: 1.5, duration: 2 },
      { text: 'three', start: 4, duration: 1 },
    ]),
  ],
])('%s', (_, text) => {
  const words = read(text);
  expect(joinWords(words)).toBe('one two three');
  expect(words.map(({ offset }) => offset)).toEqual([1.5, expect.closeTo(2.5, 0), 4]);
});

test.each([
  ['times on their lines', '0:05 one two\n1:02:03 three\n'],
  ['times above their lines', '0:05\none\ntwo\n1:02:03\nthree\n'],
  ['times in brackets', '[00:05] one two\n[01:02:03] – three'],
])('text copied from a video page: %s', (_, text) => {
  const words = read(text);
  expect(joinWords(words)).toBe('one two three');
  expect([words[0]?.offset, words[2]?.offset]).toEqual([5, 3723]);
});

test.each([
  ['no times', 'just text'],
  ['JSON of something else', '{"a":1}'],
  ['broken JSON', '[{'],
  ['an empty list', '[]'],
  ['a format that it is not', 'one two'],
])('%s is refused with a message', (name, text) => {
  expect(() => read(text, name === 'a format that it is not' ? 'json' : 'auto')).toThrow(
    expect.objectContaining({ code: 'corrupt_file' }) as Fault,
  );
});

test('reads 5 MB quickly', () => {
  const text = Array.from(
    { length: 60_000 },
    (_, at) =>
      `${at + 1}\n00:${String(Math.floor(at / 60) % 60).padStart(2, '0')}:${String(at % 60).padStart(2, '0')},000 --> 00:59:59,000\nsome words of line ${at}\n`,
  ).join('\n');
  expect(parseOwnTranscript({ text, format: 'auto' })).toHaveLength(60_000);
});
