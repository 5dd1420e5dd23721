/** Detects answers that say that the sources contain none, and finds the closest passages. */
import { isAnswered } from './offline/is-answered.ts';
import { languageOf } from './offline/language.ts';
import { rankSentences } from './offline/rank.ts';
import { quotable, readSentences } from './offline/read-sentences.ts';
import { wordsOf } from './offline/words.ts';
import { bestSentence, contentTerms } from './relevance.ts';
import type { Passage } from './retrieve.ts';

const SOURCES =
  '(?:sources?|passages?|documents?|texts?|material|excerpts?|context|quellen?|textstellen|passagen|unterlagen|dokumente?|extraits?|documents?|fuentes?|pasajes?|documentos?|fontes?|trechos|fonti|brani|bronnen|источник\\p{L}*|отрыв\\p{L}*|фрагмент\\p{L}*|текст\\p{L}*)';
const NOT =
  "(?:not|n[o’']t|no|none|neither|nothing|kein\\p{L}*|nicht|nichts|ne|pas|aucun\\p{L}*|rien|no|ningun\\p{L}*|nada|não|nenhum\\p{L}*|non|nessun\\p{L}*|nulla|niet|geen|не|нет|ничего)";
const BEGINS = '(?<!\\p{L})';
const ENDS = '(?!\\p{L})';
/**
 * Pairs of word groups that mean a refusal if the second follows the first within `most`
 * characters. Other matches end a sentence.
 */
const NEAR: readonly { words: RegExp; most: number }[] = [
  {
    words: new RegExp(
      `(?<first>${BEGINS}${NOT}${ENDS})|(?<second>${BEGINS}${SOURCES}${ENDS})|[.!?\\n]`,
      'giu',
    ),
    most: 80,
  },
  {
    words: new RegExp(
      `(?<first>${BEGINS}${SOURCES}${ENDS})|(?<second>(?:${BEGINS}|(?<=do|does|did|is|are|was|were|has|have|ca|could))${NOT}${ENDS})|[.!?\\n]`,
      'giu',
    ),
    most: 80,
  },
  {
    words:
      /(?<first>没有|並未|并未|未|沒有|无法|無法|不)|(?<second>提到|提及|说明|說明|包含|找到|回答|信息|資訊|内容)|[。！？\n]/gu,
    most: 30,
  },
  {
    words: /(?<first>資料|出典|ソース|文書|情報|記述)|(?<second>ない|ません|なかった)|[。！？\n]/gu,
    most: 30,
  },
];
const FORMS = [
  /\b(?:I|we) (?:do not|don[’']t|cannot|can[’']t|could not|couldn[’']t) (?:know|find|tell|answer|say)\b/i,
  /\b(?:ich|wir) (?:weiß|wissen|kann|finde|konnte)\b[^.!?\n]{0,40}\b(?:nicht|nichts)\b/i,
];

function hasNear(text: string, { words, most }: (typeof NEAR)[number]): boolean {
  let end = -Infinity;
  for (const { index, 0: word, groups: { first, second } = {} } of text.matchAll(words)) {
    if (second !== undefined && index - end <= most) return true;
    if (second === undefined) end = first === undefined ? -Infinity : index + word.length;
  }
  return false;
}

/**
 * Matches only short answers, because a long answer that mentions a gap also says something else.
 */
export const isUnanswered = (answer: string): boolean =>
  answer.length < 1_200 &&
  (NEAR.some((near) => hasNear(answer, near)) || FORMS.some((form) => form.test(answer)));

/** Tells whether the passages answer the question, judged by their words. */
export function answersQuestion(question: string, best: readonly Passage[]): boolean {
  const sentences = best.flatMap(readSentences);
  return isAnswered(question, sentences, rankSentences(question, sentences));
}

const MAX_NEAREST = 3;
const MAX_CHARS = 300;
/**
 * Returns text to append to an answer without citations; empty if nothing was found. `isSaid`: the
 * answer is a refusal already.
 */
export function nearestPassagesText(
  question: string,
  best: readonly Passage[],
  isSaid: boolean,
): string {
  if (best.length === 0) return '';
  const lines = best.slice(0, MAX_NEAREST).map((passage) => {
    const text = quotable(
      bestSentence(passage, contentTerms(question, passage.language))?.text ?? passage.text,
    );
    return `\n- ${text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS).toWellFormed()}…` : text} [${passage.n}]`;
  });
  const words = wordsOf(languageOf(question, best));
  return `\n\n${isSaid ? '' : `${words.nothing} `}${words.nearest}\n${lines.join('')}${words.search === undefined ? '' : `\n\n${words.search}`}`;
}
