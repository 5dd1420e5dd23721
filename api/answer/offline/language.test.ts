import { expect, it } from 'vitest';
import { passages } from '../testing/passages.ts';
import { languageOf } from './language.ts';
import { WORD_LANGUAGES, wordsOf } from './words.ts';

const inLanguage = (language: string) => passages([{ text: 'x', language }]);

it.each([
  ['What do bees do in winter?', 'de', 'en'],
  ['Was machen die Bienen im Winter?', 'en', 'de'],
  ['¿Qué hacen las abejas?', 'en', 'es'],
  ['Que font les abeilles en hiver ?', 'en', 'fr'],
  ['O que fazem as abelhas no inverno?', 'en', 'pt'],
  ['Che cosa fanno le api in inverno?', 'en', 'it'],
  ['Wat doen de bijen in de winter?', 'en', 'nl'],
  ['Arılar kışın ne yapar ve nasıl yaşar?', 'en', 'tr'],
  ['Что делают пчёлы зимой?', 'en', 'ru'],
  ['冬天蜜蜂做什么？', 'en', 'zh'],
  ['冬にミツバチは何をしますか？', 'en', 'ja'],
  ['벌은 겨울에 무엇을 하나요?', 'en', 'ko'],
  ['ماذا يفعل النحل في الشتاء؟', 'en', 'ar'],
  ['सर्दियों में मधुमक्खियाँ क्या करती हैं?', 'en', 'hi'],
  ['', 'de-AT', 'de'],
  ['', 'hi', 'hi'],
  ['', 'und', 'en'],
  ['Nobelpreis', 'de', 'de'],
])('%j of sources in %s is %s', (question, language, expected) => {
  expect(languageOf(question, inLanguage(language))).toBe(expected);
});

it('has every text in each of these languages, with the same placeholders', () => {
  expect(WORD_LANGUAGES.length).toBeGreaterThanOrEqual(14);
  const gaps = (text: string) =>
    [...text.matchAll(/\{\w\}/g)]
      .map((it) => it[0])
      .sort()
      .join();
  for (const language of WORD_LANGUAGES) {
    for (const [key, english] of Object.entries(wordsOf('en'))) {
      const text = Object.entries(wordsOf(language)).find(([other]) => other === key)?.[1] ?? '';
      expect(gaps(text), `${language} ${key}`).toBe(gaps(english));
      if (language !== 'en') expect(text, `${language} ${key}`).not.toBe(english);
    }
  }
  expect(wordsOf('sv')).toBe(wordsOf('en'));
});
