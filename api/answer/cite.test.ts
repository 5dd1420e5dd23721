import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCiter } from './cite.ts';
import { cutAt, readCited, readEvents } from './testing/read-events.ts';
import type { Passage } from './retrieve.ts';
import { passages } from './testing/passages.ts';

const BEES = passages([
  'Honey bees dance to tell where flowers are. The dance points to the sun.',
  'A hive holds one queen. Workers feed the queen and clean the hive.',
  'Bees see ultraviolet light. Flowers show ultraviolet patterns to bees.',
]);

const cite = (deltas: readonly string[], given: readonly Passage[] = BEES) =>
  readCited(deltas, given);

describe('citation marks', () => {
  it('link to the source and the position in it', () => {
    const { text, index, citations } = cite(['Bees dance to point at flowers [1].']);
    expect(text).toBe('Bees dance to point at flowers [1].');
    expect(index).toEqual({ 1: `10:${BEES[0]?.sourceId}` });
    expect(citations).toEqual([
      {
        mark: 1,
        source_id: BEES[0]?.sourceId,
        title: 'Source 1',
        locator: {
          medium: 'timed',
          startS: 10,
          endS: 20,
          quote: 'Honey bees dance to tell where flowers are.',
        },
        support: 'supported',
      },
    ]);
  });
  it('are numbered in order of appearance, with one number for each cited sentence', () => {
    expect(cite(['Bees see ultraviolet [3]. Bees dance [1]. They see ultraviolet [3].']).text).toBe(
      'Bees see ultraviolet [1]. Bees dance [2]. They see ultraviolet [1].',
    );
    const { text, citations } = cite([
      'Bees see ultraviolet light [3]. Flowers show ultraviolet patterns [3].',
    ]);
    expect(text).toBe('Bees see ultraviolet light [1]. Flowers show ultraviolet patterns [2].');
    expect(citations.map((it) => it.locator.quote)).toEqual([
      'Bees see ultraviolet light.',
      'Flowers show ultraviolet patterns to bees.',
    ]);
  });
  it.each([
    ['[1, 3]', '[1][2]'],
    ['[1][3]', '[1][2]'],
    ['【1】', '[1]'],
    ['【3†L1-L4】', '[1]'],
    ['[1;3]', '[1][2]'],
    ['[1-3]', '[1][2][3]'],
    ['[1–2]', '[1][2]'],
    ['[^1]', '[1]'],
    ['[ 1 ]', '[1]'],
    ['[1,1]', '[1]'],
    ['[9]', ''],
    ['[1, 9]', '[1]'],
    ['[0]', ''],
    ['[1][9]', '[1]'],
    ['[1 [9]]', '[1 ]'],
    ['【9】', ''],
  ])('in the form %s become %s', (written, marks) => {
    const claim = 'Bees dance for the hive of the queen and see ultraviolet flowers';
    expect(cite([`${claim} ${written}.`]).text).toBe(`${claim}${marks === '' ? '' : ' '}${marks}.`);
  });
  it('after a full stop belong to the sentence before', () => {
    const { text, citations } = cite([
      'The sun is what the dance points to. [1] Workers clean. [2]',
    ]);
    expect(text).toBe('The sun is what the dance points to. [1] Workers clean. [2]');
    expect(citations.map((it) => it.locator.quote)).toEqual([
      'The dance points to the sun.',
      'Workers feed the queen and clean the hive.',
    ]);
  });
  it('are dropped when the passage does not support the claim', () => {
    expect(
      cite([
        'The queen of England lived in the castle of Windsor for many of her years [1]. Workers clean the hive [2].',
      ]).text,
    ).toBe(
      'The queen of England lived in the castle of Windsor for many of her years. Workers clean the hive [1].',
    );
  });
  it('stay when the answer is in another language than the passage', () => {
    const german = passages([
      { text: 'Honigbienen tanzen, um zu zeigen, wo die Blüten sind.', language: 'de' },
    ]);
    expect(
      cite(['Insects that make honey move in patterns to tell the others of the food [1].'], german)
        .text,
    ).toContain('[1]');
    const chinese = passages([{ text: '蜜蜂跳舞，告诉同伴花在哪里。', language: 'zh' }]);
    expect(
      cite(
        ['Insects that make honey move in patterns to tell the others of the food [1].'],
        chinese,
      ).text,
    ).toContain('[1]');
    expect(cite(['蜜蜂用舞蹈告诉同伴花的位置[1]。'], chinese).citations[0]?.locator.quote).toBe(
      '蜜蜂跳舞，告诉同伴花在哪里。',
    );
  });
  it('of a web page have the paragraph of the quoted sentence, with the text around it', () => {
    const at = (paragraph: number) => ({ medium: 'flow' as const, paragraph });
    const page = passages([
      {
        text: 'On bees\nBees dance in the dark.\nA queen lays two thousand eggs. She lives for years.',
        locator: {
          medium: 'flow',
          paragraph: 7,
          quote: 'Bees dance in the dark.',
          prefix: '',
          suffix: '',
        },
        pieces: [
          { start: 0, end: 7, from: 0, at: at(6) },
          { start: 8, end: 31, from: 0, at: at(7) },
          { start: 32, end: 84, from: 100, at: at(9) },
        ],
      },
    ]);
    const { citations, index } = cite(['A queen lays thousands of eggs [1].'], page);
    expect(citations[0]?.locator).toEqual({
      medium: 'flow',
      paragraph: 9,
      start: 100,
      end: 131,
      quote: 'A queen lays two thousand eggs.',
      prefix: 'On bees\nBees dance in the dark.',
      suffix: 'She lives for years.',
    });
    expect(index).toEqual({ 1: `9:${page[0]?.sourceId}` });
  });
  it('of a PDF page have only the lines of the quoted sentence', () => {
    const rects = [0.1, 0.2, 0.3].map((y) => ({ x: 0.1, y, width: 0.8, height: 0.02 }));
    const text = 'Bees dance in the dark. A queen lays two thousand eggs.';
    const pdf = passages([
      {
        text,
        locator: { medium: 'paged', page: 4, rects, quote: text },
        pieces: [
          {
            start: 0,
            end: text.length,
            from: 0,
            at: { medium: 'paged', page: 4, rects, starts: [0, 24, 40] },
          },
        ],
      },
    ]);
    expect(cite(['A queen lays thousands of eggs [1].'], pdf).citations[0]?.locator).toEqual({
      medium: 'paged',
      page: 4,
      rects: rects.slice(1),
      quote: 'A queen lays two thousand eggs.',
    });
  });
  it('of a video have the second at which the quoted sentence begins, one for each sentence', () => {
    const video = passages([
      {
        text: 'Bees dance in the dark. A queen lays two thousand eggs.',
        locator: { medium: 'timed', startS: 30, endS: 60, quote: 'Bees dance in the dark.' },
        pieces: [
          { start: 0, end: 23, from: 0, at: { medium: 'timed', startS: 30, endS: 33.2 } },
          { start: 24, end: 55, from: 0, at: { medium: 'timed', startS: 33.4, endS: 38 } },
        ],
      },
    ]);
    const { text, index, citations } = cite(
      [
        'A queen lays thousands of eggs [1]. The bees dance in the dark [1]. The eggs of the queen are two thousand [1].',
      ],
      video,
    );
    expect(text).toBe(
      'A queen lays thousands of eggs [1]. The bees dance in the dark [2]. The eggs of the queen are two thousand [1].',
    );
    expect(index).toEqual({ 1: `33:${video[0]?.sourceId}`, 2: `30:${video[0]?.sourceId}` });
    expect(citations.map((it) => it.locator)).toEqual([
      { medium: 'timed', startS: 33.4, endS: 38, quote: 'A queen lays two thousand eggs.' },
      { medium: 'timed', startS: 30, endS: 33.2, quote: 'Bees dance in the dark.' },
    ]);
  });
});

describe('the support of a mark', () => {
  const OTTERS = passages([
    'Sea otters hold hands while they sleep, so that the current does not carry them apart. In 1741 Georg Steller saw thousands of them.',
    'A raft of resting otters may hold a hundred animals, and the mothers wrap their pups in kelp.',
  ]);
  const partly = (text: string, given = OTTERS) =>
    cite([text], given).citations.map((it) => it.support === 'partly');

  it.each([
    [
      'shares little with the sentence is partly supported',
      'Sea monsters of the deep were painted by mapmakers in the margins of their charts [1].',
      true,
    ],
    [
      'says it in other words is not',
      'While they sleep the otters keep hold of the hands of others to avoid drifting with the current [1].',
      false,
    ],
    [
      'has another figure and little else is partly supported',
      'The naturalist Steller counted exactly 4,500 otters on the islands [1].',
      true,
    ],
    [
      'has what is quoted is not',
      'As the text on animals of the northern Pacific puts it, “the current does not carry them apart” [1].',
      false,
    ],
    [
      'has what is quoted, in parts, is not',
      'It says "sea otters hold hands … the current does not carry them apart" [1].',
      false,
    ],
    [
      'has not what is quoted is partly supported',
      'The sea otters, it is said, “hold hands because they love each other so” [1].',
      true,
    ],
    [
      'has not what is quoted in the sentence before is partly supported',
      '“The sea otters hold their hands in the sleep of love. They never let go of the others.” [1]',
      true,
    ],
    [
      'has not a short quotation, a turn of phrase, is not',
      'While they sleep in the current the otters, “best of friends”, hold hands [1].',
      false,
    ],
  ])('%s', (_, text, expected) => {
    expect(partly(text)).toEqual([expected]);
  });

  it('is judged by the text since the previous mark', () => {
    expect(
      partly(
        'Sea otters hold hands while they sleep in the current [1], and mothers wrap their pups in kelp [2].',
      ),
    ).toEqual([false, false]);
  });
  it('has its own number where it is only partly supported', () => {
    const { text, citations } = cite(
      [
        'Sea otters hold hands while they sleep in the current [1]. Hands of monks in the abbeys of the north wrote the lives of the saints [1].',
      ],
      OTTERS,
    );
    expect(text).toMatch(/current \[1\]\. .* saints \[2\]\.$/);
    expect(citations.map((it) => it.support)).toEqual(['supported', 'partly']);
  });
  it('leads to the exact text that the answer quotes', () => {
    const text =
      'Bees dance in the dark; “nobody knows”. A queen lays two thousand  eggs a day, and lives for years.';
    const page = passages([
      {
        text,
        pieces: [{ start: 0, end: text.length, from: 10, at: { medium: 'flow', paragraph: 7 } }],
      },
    ]);
    const { locator } =
      cite(['What of the queen? The page says "two thousand eggs a day, and lives" [1].'], page)
        .citations[0] ?? {};
    expect(locator).toMatchObject({
      medium: 'flow',
      paragraph: 7,
      quote: 'two thousand  eggs a day, and lives',
      start: 10 + text.indexOf('two'),
      end: 10 + text.indexOf(' for years'),
    });
  });
  it('is unchecked when the passage is in another language', () => {
    expect(
      partly(
        'Die Seeotter halten sich im Schlaf an den Händen, sagt der Text: „sie treiben nicht auseinander in der Strömung“ [1].',
      ),
    ).toEqual([false]);
  });
});

describe('answer text', () => {
  it.each([
    'arr[i] = [x]',
    '[link](https://example.org)',
    '[[1a]]',
    '[ ]',
    'a [b] 【c】',
    '- [x] done',
    'f[1a]',
    '[',
    '[a',
    '1]',
    '  two  spaces  ',
    '\n\n[text\n',
  ])('that is not a mark is unchanged: %j', (text) => {
    expect(cite([text]).text).toBe(text);
  });
  it("is passed on as soon as it can't become part of a mark", () => {
    const citer = createCiter(BEES);
    const sent = (delta: string) => readEvents(citer.push(delta)).text;
    expect(sent('Bees')).toBe('Bees');
    expect(sent(' ')).toBe('');
    expect(sent('[')).toBe('');
    expect(sent('x')).toBe(' [x');
    expect(sent('[1')).toBe('');
    expect(sent('a')).toBe('[1a');
  });
  it('does not end in half a mark', () => {
    for (const half of ['[1', '[1,', '[^2', '【1†L', ' ['])
      expect(cite([`Bees dance${half}`]).text).toMatch(/^Bees dance( \[)?$/);
  });
});

describe('an answer that arrives in any pieces', () => {
  const piece = fc.constantFrom(
    'Bees dance',
    ' to the queen',
    ' [1]',
    '[2]',
    '[1, 3]',
    '【3】',
    '【1†a】',
    ' [9]',
    '[99, 2]',
    '[',
    ']',
    '[1',
    '.',
    ' ',
    '\n',
    'hive. ',
    '[a]',
    '😀',
    '[[2]]',
    ' ultraviolet',
    '1',
    ',',
    '[4-',
    '[0]',
  );
  const answer = fc.array(piece, { maxLength: 40 }).map((it) => it.join(''));

  it('does not turn brackets around a dropped mark into a link', () => {
    expect(cite(['[a] [9][a][2]'])).toMatchObject({ text: '[a] [a][2]', citations: [] });
  });

  it('is always the same, and contains no unknown marks', () => {
    fc.assert(
      fc.property(answer, fc.array(fc.nat(400), { maxLength: 60 }), (text, cuts) => {
        const whole = cite([text]);
        expect(cite(cutAt(text, cuts))).toEqual(whole);
        expect(cite(text.split(''))).toEqual(whole);
        for (const { mark } of whole.citations) expect(whole.index).toHaveProperty(String(mark));
        expect(Object.keys(whole.index).map(Number)).toEqual(whole.citations.map((it) => it.mark));
        expect(whole.citations.map((it) => it.mark)).toEqual(
          whole.citations.map((_, at) => at + 1),
        );
      }),
      { numRuns: 1500 },
    );
  });
});
