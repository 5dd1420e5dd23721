import { describe, expect, it } from 'vitest';
import { answerOffline } from './answer.ts';
import { chinese, talk } from '../testing/sample-passages.ts';
import { passages, sourceId } from '../testing/passages.ts';

const answer = (...given: Parameters<typeof answerOffline>) =>
  [...answerOffline(...given)].join('');
const one = sourceId();
const two = sourceId();
const BEES = passages([
  {
    sourceId: one,
    title: 'Bees',
    text: 'Honey bees dance to tell where flowers are. A hive holds one queen and many workers.',
  },
  {
    sourceId: two,
    title: 'Flowers',
    text: 'Flowers attract bees with nectar and colour. Roots drink water from the soil.',
  },
  {
    sourceId: one,
    title: 'Bees',
    text: 'The honey bees dance, to tell where the flowers are! In winter the bees form a cluster [12].',
  },
]);

describe('the offline assistant', () => {
  it('answers in sentences of the sources, each with a citation', () => {
    const text = answer('How do honey bees tell where flowers are?', BEES);
    expect(text).toContain('Honey bees dance to tell where flowers are. [1]');
    expect(text).not.toContain('Roots drink');
  });
  it('arranges sentences by source, and repeats none', () => {
    const text = answer('What do bees do with flowers?', BEES);
    expect(text.match(/dance/g)).toHaveLength(1);
    expect(text.indexOf('**Bees**')).toBeGreaterThanOrEqual(0);
    expect(text).toContain('Flowers attract bees with nectar and colour. [2]');
  });
  it('gives the same answer each time', () => {
    expect(answer('bees and flowers', BEES)).toBe(answer('bees and flowers', BEES));
  });
  it('removes citation marks of the source itself', () => {
    expect(answer('What do bees form in winter?', BEES)).toContain(
      'In winter the bees form a cluster. [3]',
    );
  });
  it('says when nothing matches, and shows the nearest passages', () => {
    const none = passages([{ text: 'Glaciers carve valleys. They move slowly.', matched: false }]);
    expect(answer('Who won the cup?', none)).toBe(
      "Your sources don't answer this. The nearest passages, which may not answer it:\n\n- Glaciers carve valleys. [1]\n\nYou can search your library for other words.",
    );
    expect(answer('Who won the cup?', [])).toBe("Your sources don't answer this.");
  });
  it('gives figures for questions about amounts and times, in English and German', () => {
    const rule = passages([
      { text: 'Reviewing is what counts, and nobody likes it.' },
      {
        text: 'As a rule of thumb, wait ten to twenty per cent of the time for which you want to remember.',
      },
    ]);
    expect(answer('How long should I wait before reviewing?', rule)).toMatch(
      /^\*\*Source 2\*\*\n\n- As a rule of thumb, wait ten to twenty per cent of the time for which you want to remember\. \[2\]/,
    );
    const regel = passages([
      { text: 'Das Warten vor dem Wiederholen fällt den meisten Menschen schwer.', language: 'de' },
      { text: 'Man sollte vor dem Wiederholen etwa drei Tage warten.', language: 'de' },
    ]);
    expect(answer('Wie lange sollte ich vor dem Wiederholen warten?', regel)).toMatch(
      /^(\*\*Source 2\*\*\n\n- )?Man sollte vor dem Wiederholen etwa drei Tage warten\. \[2\]/,
    );
  });
  it('does not quote headings, and uses a label as the subject of its text', () => {
    const notes = passages(
      [
        'How memory is kept\nHighlighting. On its own it does little or nothing for later memory.',
      ].map((text) => ({
        text,
        pieces: [
          { start: 0, end: 18, from: 0, at: { medium: 'flow', paragraph: 1 } as const },
          { start: 19, end: text.length, from: 0, at: { medium: 'flow', paragraph: 2 } as const },
        ],
      })),
    );
    expect(answer('Is highlighting a good way?', notes)).toBe(
      'On its own it does little or nothing for later memory. [1]',
    );
    expect(answer('How is memory kept?', notes)).not.toContain('How memory is kept');
  });
  it('quotes each source for a question without a subject', () => {
    const some = passages([
      { text: 'Welcome. Glaciers carve valleys out of the hardest rock.', matched: false },
      { text: 'The moon pulls the sea and makes the tides.', matched: false },
    ]);
    expect(answer('What is this about?', some)).toMatch(
      /^The selected sources say, among other things:\n\n- .*\n- /,
    );
    expect(answer('What is this about?', some)).toContain(
      'Glaciers carve valleys out of the hardest rock. [1]',
    );
  });
  it('answers in Chinese', () => {
    const chinese = passages([
      { text: '蜜蜂通过跳舞告诉同伴花在哪里。蜂巢里有一只蜂王。', language: 'zh' },
    ]);
    expect(answer('蜜蜂怎样告诉同伴花的位置？', chinese)).toBe(
      '蜜蜂通过跳舞告诉同伴花在哪里。 [1]',
    );
  });
  it('streams sentence by sentence', () => {
    expect([...answerOffline('What do bees do with flowers?', BEES)].length).toBeGreaterThan(2);
  });
  it('begins with the sentence that has what the question asks for', () => {
    const war = passages([
      'The bridge was discussed for years by the town. The bridge cost much. The town opened the bridge in 1923. Anna Berg drew the bridge for the town.',
    ]);
    expect(answer('When was the bridge of the town opened?', war)).toMatch(
      /^(- )?The town opened the bridge in 1923\. \[1\]/,
    );
    expect(answer('Who drew the bridge?', war)).toMatch(
      /^(- )?Anna Berg drew the bridge for the town\. \[1\]/,
    );
  });
  it('begins with the definition when the question asks what something is', () => {
    expect(answer('What is nectar?', talk())).toMatch(
      /^(- )?Nectar is a sugary liquid that flowers make to attract bees\. \[3\]/,
    );
    expect(answer('什么是摆尾舞？', chinese())).toMatch(
      /^(- )?摆尾舞是一种告诉同伴花在哪里的舞蹈。 \[1\]/,
    );
  });
  it('matches words with the same stem', () => {
    expect(
      answer(
        'Who was the inventor of the telegraph line?',
        passages([
          'Soup is eaten hot here. Samuel Hill invented it, the telegraph line, in spring.',
        ]),
      ),
    ).toContain('Samuel Hill invented it');
  });
  it('gives at most three sentences for a question about a fact', () => {
    const bridge = passages(
      [
        'opened by the king in 1923',
        'painted in 1931',
        'closed in 1950',
        'opened again in 1962',
        'sold in 1970',
      ]
        .map((it) => `The bridge of the town was ${it} after long debates.`)
        .map((text) => ({ text, sourceId: one })),
    );
    expect(
      answer('When was the bridge of the town opened by the king?', bridge).match(/\[\d\]/g)
        ?.length,
    ).toBeLessThanOrEqual(3);
    expect(answer('When was the bridge of the town opened by the king?', bridge)).toMatch(
      /^(- )?The bridge of the town was opened by the king in 1923/,
    );
  });
  it('refuses a question that shares only a word or two with the sources', () => {
    expect(answer('Who won the world cup of flowers in 2018?', BEES)).toMatch(
      /^Your sources don't answer this\. The nearest passages, which may not answer it:\n\n- /,
    );
    expect(answer('When did the queen of England visit the workers?', BEES)).toMatch(
      /^Your sources/,
    );
    expect(answer('How many queens does a hive hold?', BEES)).toMatch(/one queen/);
  });
  it('refuses in the language of the question', () => {
    const none = talk().map((it) => ({ ...it, matched: false }));
    expect(answer('Wer gewann den Pokal?', none)).toMatch(
      /^In den ausgewählten Quellen steht davon nichts\. Am nächsten kommen diese Stellen:\n\n- The waggle dance is a figure of eight/,
    );
    expect(answer('谁赢了奖杯？', [])).toBe('所选来源中没有提到这一点。');
  });
  it('answers about the clip when the question names no subject', () => {
    expect(
      answer('What does this mean?', talk(), 'the workers form a cluster in winter'),
    ).toContain('In winter the workers form a cluster around the queen. [4]');
  });
});
