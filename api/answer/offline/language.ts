/**
 * Chooses the language of the assistant's fixed sentences: that of the question, otherwise that of
 * most sources.
 */
import { analyse, stopWords } from '#pipeline/search/index.ts';
import type { Passage } from '../retrieve.ts';
import { CUES, cuePattern, languageCues } from './cues.ts';
import { WORD_LANGUAGES } from './words.ts';

/** Scripts that identify a language of the assistant. */
const SCRIPTS: readonly [language: string, script: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['ru', /\p{Script=Cyrillic}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['hi', /\p{Script=Devanagari}/u],
];
const LATIN = WORD_LANGUAGES.filter((it) => !SCRIPTS.some(([language]) => language === it));

export function languageOf(question: string, passages: readonly Passage[]): string {
  const spoken = mostSpoken(passages);
  const letters = [...question.matchAll(/\p{L}/gu)].length;
  for (const [language, script] of SCRIPTS) {
    const own = [...question.matchAll(new RegExp(script, 'gu'))].length;
    if (own * 3 < letters || own === 0) continue;
    // For other languages with the same script, the language of the sources decides.
    return spoken !== undefined && script.test(passages[0]?.text ?? '') && spoken !== language
      ? spoken
      : language;
  }
  const forms = analyse(question, 'und').map((it) => it.form);
  const scored = LATIN.map((language) => ({
    language,
    score:
      forms.filter((it) => stopWords(language).has(it)).length +
      2 * asks(question, language) +
      (language === spoken ? 0.5 : 0),
  }));
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  if (best && best.score >= 1) return best.language;
  return letters > 0 && forms.length > 3 ? 'en' : (spoken ?? 'en');
}

const asks = (question: string, language: string): number =>
  Object.values(CUES[language]?.asks ?? {}).filter((cue) =>
    cuePattern(language, cue).test(question),
  ).length;

function mostSpoken(passages: readonly Passage[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { language, text } of passages) {
    const base = languageCues(language);
    if (base !== 'und') counts.set(base, (counts.get(base) ?? 0) + text.length);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
