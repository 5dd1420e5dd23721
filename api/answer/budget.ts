/** Budgets for passages: in tokens for models, in characters for the offline assistant. */
import type { ContextMode } from './contract.ts';
import type { ChosenModel } from './models.ts';

/** `sizer` receives all texts that may be measured, and counts none if all of them fit anyway. */
export interface Budget {
  limit: number;
  sizer(texts: readonly string[]): Promise<(text: string) => number>;
}

/** More passages than this make an answer more expensive, not better. */
const MOST_TOKENS: Record<Exclude<ContextMode, 'none'>, number> = {
  question: 16_000,
  about: 12_000,
  whole: 100_000,
};
const MOST_CHARACTERS: Record<Exclude<ContextMode, 'none'>, number> = {
  question: 24_000,
  about: 24_000,
  whole: 240_000,
};
/** reserved for the answer; for a small model, at most a fraction of its context */
const ANSWER_TOKENS = 8_192;
const ANSWER_SHARE = 0.25;
/** below this, every token is counted */
const TIGHT_TOKENS = 64_000;

type Count = (text: string) => number;
let counter: Promise<Count> | undefined;
/** Loaded only when something must be counted, because the vocabulary takes about 80 MB. */
const tokenCounter = (): Promise<Count> =>
  (counter ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens }) => {
    const nothingIsSpecial = { disallowedSpecial: new Set<string>() };
    return (text) => countTokens(text, nothingIsSpecial);
  }));

/** No token is shorter than a byte. */
const atMost: Count = (text) => Buffer.byteLength(text);

async function tokenSizer(texts: readonly string[], limit: number, factor: number): Promise<Count> {
  const most = texts.reduce((sum, text) => sum + atMost(text), 0) * factor;
  const count = most <= limit ? atMost : await tokenCounter();
  return (text) => Math.ceil(count(text) * factor);
}

/**
 * Returns what the model's context window has left for passages, after the rest of the prompt and
 * the answer.
 */
export async function modelBudget(
  { contextTokens, tokenFactor }: Pick<ChosenModel, 'contextTokens' | 'tokenFactor'>,
  gathering: Exclude<ContextMode, 'none'>,
  besides: string,
): Promise<Budget> {
  const window = contextTokens - Math.min(ANSWER_TOKENS, contextTokens * ANSWER_SHARE);
  const used = (
    await tokenSizer([besides], contextTokens > TIGHT_TOKENS ? window / 2 : 0, tokenFactor)
  )(besides);
  const limit = Math.max(0, Math.min(MOST_TOKENS[gathering], window - used));
  return { limit, sizer: (texts) => tokenSizer(texts, limit, tokenFactor) };
}

export const offlineBudget = (gathering: Exclude<ContextMode, 'none'>): Budget => ({
  limit: MOST_CHARACTERS[gathering],
  sizer: async () => (text) => text.length,
});
