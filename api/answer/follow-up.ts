/**
 * Rewrites a question that depends on earlier ones with a fast model, within 3 s. If the model
 * fails or is late, returns the question unchanged.
 */
import { z } from 'zod';
import type { Log } from '#config/log.ts';
import { messagesOf, modelValue, type AskedModel } from './ask-model.ts';
import type { AiRequest, ValueFeature } from './contract.ts';
import { contentTerms } from './relevance.ts';

export type Turn = NonNullable<AiRequest['history']>[number];
const REWRITE_MS = 3_000;
const MAX_TOKENS = 200;
const MAX_TURNS = 6;
const MAX_CHARS = 12_000;
const MAX_TURN_CHARS = 4_000;
/** number of content words from which a question names its subject */
const ENOUGH_TERMS = 4;
const FEW_TERMS = 2;
/** a word that refers to the conversation before */
const LEANING = new RegExp(
  `^\\s*(?:${[
    'and',
    'but',
    'so',
    'or',
    'also',
    'what about',
    'how about',
    'why so',
    'why not',
    'und',
    'aber',
    'oder',
    'wie ist es mit',
    'et',
    'mais',
    'ou',
    'y',
    'pero',
    'o',
    'e',
    'ma',
    'mas',
    'en',
    'maar',
    'и',
    'а',
    'но',
  ].join('|')})(?![\\p{L}])|(?<![\\p{L}])(?:${[
    'it',
    'its',
    'they',
    'them',
    'their',
    'theirs',
    'he',
    'him',
    'his',
    'she',
    'her',
    'hers',
    'the former',
    'the latter',
    'er',
    'ihm',
    'ihn',
    'ihr',
    'ihre',
    'ihnen',
    'davon',
    'dazu',
    'damit',
    'darüber',
    'elle',
    'ils',
    'elles',
    'leur',
    'cela',
    'él',
    'ella',
    'ellos',
    'ellas',
    'eso',
    'ello',
    'lui',
    'lei',
    'loro',
    'ele',
    'ela',
    'eles',
    'elas',
    'isso',
    'он',
    'она',
    'они',
    'его',
    'её',
    'их',
    'ним',
  ].join('|')})(?![\\p{L}])|[它他她]|那么|それ|彼`,
  'iu',
);

/** Not in the registry, because no route offers it. */
export const standalone: Pick<
  ValueFeature<string>,
  'name' | 'prompt' | 'task' | 'gather' | 'values' | 'shape'
> = {
  name: 'standalone',
  prompt: new URL('../../config/prompts/standalone.md', import.meta.url),
  task: 'short',
  gather: 'none',
  values: ['earlier'],
  shape: z.string().trim().min(1).max(1_000),
};

/**
 * Returns the latest turns, oldest first, up to this many characters, without marks, which number
 * other passages.
 */
export function recentTurns(history: readonly Turn[], mostChars = MAX_CHARS): Turn[] {
  const recent: Turn[] = [];
  let remaining = Math.min(mostChars, MAX_CHARS);
  for (const { question, answer } of history.slice(-MAX_TURNS).toReversed()) {
    const turn = {
      question: question.slice(0, MAX_TURN_CHARS).toWellFormed(),
      answer: answer
        .replace(/(?<!\s)\s*\[\d+\]/g, '')
        .slice(0, MAX_TURN_CHARS)
        .toWellFormed(),
    };
    remaining -= turn.question.length + turn.answer.length;
    if (remaining < 0) break;
    recent.unshift(turn);
  }
  return recent;
}

/** Tells whether the question may depend on earlier ones. */
function leans(question: string): boolean {
  return LEANING.test(question) && contentTerms(question, 'und').size <= ENOUGH_TERMS;
}

/**
 * Adds the words of the previous question if the question depends on it or has hardly any words.
 */
export function withLastTerms(question: string, history: readonly Turn[]): string {
  const last = history.at(-1)?.question;
  return last !== undefined && (leans(question) || contentTerms(question, 'und').size < FEW_TERMS)
    ? `${question}\n${last}`
    : question;
}

/**
 * Rewrites a question that depends on earlier ones with a fast model, within 3 s. If the model
 * fails or is late, the question stays as it is.
 */
export async function standaloneQuestion(
  { question, history = [] }: Pick<AiRequest, 'question' | 'history'>,
  quick: AskedModel,
  log: Log,
): Promise<string> {
  if (history.length === 0 || !leans(question)) return withLastTerms(question, history);
  const signal = AbortSignal.any([quick.signal, AbortSignal.timeout(REWRITE_MS)]);
  const earlier = recentTurns(history)
    .map((it) => `Question: ${it.question}\nAnswer: ${it.answer}`)
    .join('\n\n');
  try {
    return await modelValue(
      { ...quick, signal, maxOutputTokens: MAX_TOKENS, once: true },
      standalone,
      messagesOf(standalone, { question, values: { earlier } }, []),
    );
  } catch (error) {
    if (!quick.signal.aborted) log.debug({ err: error }, 'the follow-up was not rewritten');
    return withLastTerms(question, history);
  }
}
