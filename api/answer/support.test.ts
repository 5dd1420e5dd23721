import { describe, expect, it } from 'vitest';
import { supportOf } from './support.ts';
import { passages } from './testing/passages.ts';

/** Text before the claim, which sets the language of the answer. */
const BEFORE: Readonly<Record<string, string>> = {
  en: 'This is what the text that you have has to say of it: ',
};
function support(text: string, claim: string, language = 'en'): string {
  const [passage] = passages([{ text, language, title: '', heading: '' }]);
  if (!passage) throw new Error('no passage');
  return supportOf(passage, {
    clause: claim,
    sentence: claim,
    paragraph: claim,
    answerSoFar: `${BEFORE[language] ?? ''}${claim}`,
  }).strength;
}
const OTTERS =
  'Sea otters hold hands while they sleep. In 1741 Georg Steller saw 4,500 otters near Bering Island. The otters weigh up to 45 kg and dive to 95 metres. They do not migrate in winter. Orcas hunt otters. The population increased after the ban.';

describe('a claim', () => {
  it.each([
    ['In 1741 Georg Steller saw 4,500 otters near Bering Island.', 'supported'],
    ['Georg Steller saw 4500 otters near Bering Island in 1741.', 'supported'],
    ['In 1742 Georg Steller saw 4,500 otters near Bering Island.', 'partly'],
    ['Georg Steller saw four thousand otters near Bering Island.', 'partly'],
    ['In 1741 Vitus Steller saw 4,500 otters near Bering Island.', 'partly'],
    ['In 1741 Georg Steller saw 4,500 otters near Kodiak Island.', 'partly'],
    ['In 1741 Georg Bering saw 4,500 otters near Steller Island.', 'partly'],
    ['The otters weigh up to 45 pounds and dive to 95 metres.', 'partly'],
    ['The otters weigh up to 45 kilograms and dive to 95 m.', 'supported'],
    ['They migrate in winter.', 'partly'],
    ['They do not migrate in winter.', 'supported'],
    ['Sea otters do not hold hands while they sleep.', 'partly'],
    ['Sea otters never hold hands while they sleep.', 'partly'],
    ['Otters hunt orcas.', 'partly'],
    ['Otters are hunted by orcas.', 'supported'],
    ['The population decreased after the ban.', 'partly'],
    ['Owls sleep in hollow trees during summer.', 'partly'],
    ['Glaciers carve deep valleys.', 'none'],
  ])('%j is %s', (claim, expected) => {
    expect(support(OTTERS, claim)).toBe(expected);
  });
  it.each([
    ['de', 'Der Turm wurde 1889 in Paris gebaut.', 'Der Turm wurde 1889 nicht in Paris gebaut.'],
    [
      'de',
      'Der Turm ist 300 Meter hoch und steht in Paris.',
      'Der Turm ist 330 Meter hoch und steht in Paris.',
    ],
    [
      'es',
      'La torre fue construida en París por Gustave Eiffel.',
      'La torre no fue construida en París por Gustave Eiffel.',
    ],
    [
      'ru',
      'Башня была построена в Париже в 1889 году.',
      'Башня не была построена в Париже в 1889 году.',
    ],
    ['zh', '埃菲尔铁塔于1889年在巴黎建成。', '埃菲尔铁塔没有于1889年在巴黎建成。'],
  ])('in %s is checked', (language, text, wrong) => {
    expect(support(text, text, language)).toBe('supported');
    expect(support(text, wrong, language)).toBe('partly');
  });
  it('in another language than its passage is compared by numbers and names, or unchecked', () => {
    const german =
      'Im Jahr 1741 sah Georg Steller bei der Beringinsel 4500 Seeotter, die im Schlaf einander hielten.';
    expect(
      support(german, 'The animals that were there held on to each other as they slept.', 'de'),
    ).toBe('unchecked');
    expect(
      support(
        german,
        'The naturalist Georg Steller was the one who saw 4,500 of them in 1741.',
        'de',
      ),
    ).toBe('supported');
    expect(
      support(
        german,
        'The naturalist Georg Steller was the one who saw 5,400 of them in 1741.',
        'de',
      ),
    ).toBe('partly');
  });
});
