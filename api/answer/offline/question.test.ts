import { describe, expect, it } from 'vitest';
import { askedFor, evidence, isFactual } from './question.ts';

describe('the type of a question', () => {
  it.each([
    ['When did the war end?', 'en', 'time'],
    ['In what year was it built?', 'en', 'time'],
    ['How many bees live there?', 'en', 'amount'],
    ['Who wrote it?', 'en', 'person'],
    ['Where is it?', 'en', 'place'],
    ['Why do they dance?', 'en', 'reason'],
    ['In welchem Jahr begann es?', 'de', 'time'],
    ['Wie viele Bienen sind es?', 'de', 'amount'],
    ['Wer schrieb das?', 'de', 'person'],
    ['¿Cuándo terminó?', 'es', 'time'],
    ['¿Dónde está?', 'es', 'place'],
    ['Combien de temps ?', 'fr', 'amount'],
    ['Pourquoi ?', 'fr', 'reason'],
    ['Quando começou?', 'pt', 'time'],
    ['Quanti sono?', 'it', 'amount'],
    ['Hoeveel zijn er?', 'nl', 'amount'],
    ['Сколько их?', 'ru', 'amount'],
    ['В каком году это было?', 'ru', 'time'],
    ['蜂巢里有多少只蜜蜂？', 'zh', 'amount'],
    ['他为什么离开？', 'zh', 'reason'],
    ['いつ始まりましたか？', 'ja', 'time'],
    ['누가 썼습니까?', 'ko', 'person'],
    ['متى انتهت الحرب؟', 'ar', 'time'],
    ['Savaş ne zaman bitti?', 'tr', 'time'],
    ['युद्ध कब समाप्त हुआ?', 'hi', 'time'],
    ['What is a bee?', 'en', undefined],
  ] as const)('%s', (question, language, wanted) => {
    expect(askedFor(question, language).wanted).toBe(wanted);
  });
  it('is not part of its subject', () => {
    expect(askedFor('How many bees live in a hive?', 'en').about).not.toMatch(/how many/i);
    expect(askedFor('Wie lange dauert der Tanz?', 'de').about.trim()).toBe('dauert der Tanz?');
  });
});

describe('a question for a fact', () => {
  it.each([
    ['When did the war end?', true],
    ['What company makes it?', true],
    ['Which Germans could read it?', true],
    ['Why do they dance?', false],
    ['How do bees and wasps differ?', false],
    ['What is the difference between bees and wasps?', false],
    ['Compare bees and wasps.', false],
    ['Summarise what the text says.', false],
    ['What are the causes of the war?', false],
  ])('%s %s', (question, expected) => {
    expect(isFactual(question, 'en')).toBe(expected);
  });
});

describe('evidence in a sentence', () => {
  it('is not the text of the question itself', () => {
    expect(
      evidence('time', 'The mill of 1900 was rebuilt.', 'When was the mill of 1900 rebuilt?', 'en'),
    ).toBe(0);
    expect(
      evidence(
        'time',
        'The mill of 1900 was rebuilt in 1912.',
        'When was the mill of 1900 rebuilt?',
        'en',
      ),
    ).toBe(1);
    expect(evidence('person', 'Later Tesla lived alone.', 'Who lived with Tesla?', 'en')).toBe(0);
    expect(evidence('person', 'Tesla lived with Mark Twain.', 'Who lived with Tesla?', 'en')).toBe(
      1,
    );
  });
  it('includes amounts in words, reasons and places', () => {
    expect(evidence('amount', 'Das dauert etwa drei Tage.', 'Wie lange dauert das?', 'de')).toBe(1);
    expect(evidence('reason', '因为下雨，所以停了。', '为什么停了？', 'zh')).toBe(1);
    expect(
      evidence('place', 'The game was held in Santa Clara.', 'Where was the game held?', 'en'),
    ).toBe(1);
    expect(evidence('place', 'The game was held twice.', 'Where was the game held?', 'en')).toBe(0);
  });
});
