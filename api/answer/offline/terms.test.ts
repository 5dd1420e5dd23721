import { describe, expect, it } from 'vitest';
import { chinese, talk } from '../testing/sample-passages.ts';
import { passages } from '../testing/passages.ts';
import { readThrough } from './read-through.ts';
import { keyTerms } from './terms.ts';

const termsOf = (given = talk(), most = 12) => keyTerms(readThrough(given).ranked, most);
const named = (text: string, given = talk()) =>
  termsOf(given, 30).find((it) => it.text.toLowerCase() === text);

describe('key terms', () => {
  it('are phrases of the subject, without function words', () => {
    const texts = termsOf().map((it) => it.text.toLowerCase());
    expect(texts[0]).toBe('waggle dance');
    expect(texts).toEqual(expect.arrayContaining(['forager', 'queen', 'cluster', 'nectar']));
    for (const empty of ['the', 'how', 'come', 'example', 'stands', 'follow'])
      expect(texts).not.toContain(empty);
  });
  it('have the definition from the source', () => {
    expect(named('waggle dance')).toMatchObject({
      isDefined: true,
      meaning: { text: 'The waggle dance is a figure of eight that a forager runs on the comb.' },
    });
    expect(named('nectar')).toMatchObject({
      isDefined: true,
      meaning: { text: 'Nectar is a sugary liquid that flowers make to attract bees.' },
    });
    expect(named('cluster')).toMatchObject({
      isDefined: false,
      meaning: { text: 'In winter the workers form a cluster around the queen.' },
    });
  });
  it('have every position', () => {
    expect(named('forager')?.sentences.map((it) => it.passage.n)).toEqual([1, 2, 3, 5]);
  });
  it('are complete phrases', () => {
    const war = passages([
      'World War II began in 1939. After World War II the city was rebuilt.',
      'In World War II the bridge was lost. Nobody expected World War II.',
    ]);
    expect(termsOf(war).map((it) => it.text)).toContain('World War II');
    expect(termsOf(war).map((it) => it.text)).not.toContain('World War');
  });
  it('are found in scripts without spaces', () => {
    expect(termsOf(chinese()).map((it) => it.text)).toEqual(
      expect.arrayContaining(['摆尾舞', '蜂巢', '蜜蜂']),
    );
    expect(named('摆尾舞', chinese())).toMatchObject({
      isDefined: true,
      meaning: { text: '摆尾舞是一种告诉同伴花在哪里的舞蹈。' },
    });
  });
  it.each([
    [
      'de',
      'Die Photosynthese ist ein Vorgang in Pflanzen. Die Photosynthese braucht Licht. Ohne Photosynthese wächst nichts.',
      'photosynthese',
    ],
    [
      'fr',
      'La photosynthèse est un processus des plantes. Sans photosynthèse rien ne pousse. La photosynthèse demande de la lumière.',
      'photosynthèse',
    ],
    [
      'es',
      'La fotosíntesis es un proceso de las plantas. Sin fotosíntesis nada crece. La fotosíntesis necesita luz.',
      'fotosíntesis',
    ],
    [
      'ru',
      'Фотосинтез — это процесс в растениях. Фотосинтез требует света. Фотосинтез даёт кислород.',
      'фотосинтез',
    ],
    [
      'ja',
      '光合成とは植物が光を使う反応である。光合成には水が必要である。光合成は酸素を出す。',
      '光合成',
    ],
  ])('have definitions in %s', (language, text, term) => {
    expect(named(term, passages([{ text, language, title: 'T', heading: 'T' }]))).toMatchObject({
      isDefined: true,
    });
  });
});
