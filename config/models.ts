/** The models 0–8. */
export interface CatalogueModel {
  id: number;
  name: string;
  hidden: boolean;
  /** cheap and fast; a substitute should be as well */
  quick?: true;
  /**
   * the name at an OpenAI-compatible provider, unless GLOSS_MODELS overrides it or the provider
   * lists it under a longer name
   */
  provider: string;
  /** tokens of question and answer together, at most */
  contextTokens: number;
  /** the most tokens that its tokenizer makes of one o200k token */
  tokenFactor: number;
}

/** Selects the best available model for the task. */
export const BEST_MODEL = 0;
export const MODELS: readonly CatalogueModel[] = [
  {
    id: BEST_MODEL,
    name: 'Best Model',
    provider: 'gpt-5',
    hidden: false,
    contextTokens: 400_000,
    tokenFactor: 1,
  },
  {
    id: 1,
    name: 'Grok 4',
    provider: 'grok-4',
    hidden: false,
    contextTokens: 256_000,
    tokenFactor: 1.2,
  },
  {
    id: 2,
    name: 'Gemini 2.5 Pro',
    provider: 'gemini-2.5-pro',
    hidden: false,
    contextTokens: 1_048_576,
    tokenFactor: 1.2,
  },
  {
    id: 3,
    name: 'Gemini 2.5 Flash',
    provider: 'gemini-2.5-flash',
    hidden: false,
    quick: true,
    contextTokens: 1_048_576,
    tokenFactor: 1.2,
  },
  {
    id: 4,
    name: 'Gemini 2.5 Flash Lite',
    provider: 'gemini-2.5-flash-lite',
    hidden: true,
    quick: true,
    contextTokens: 1_048_576,
    tokenFactor: 1.2,
  },
  {
    id: 5,
    name: 'GPT-4.1',
    provider: 'gpt-4.1',
    hidden: false,
    contextTokens: 1_047_576,
    tokenFactor: 1,
  },
  {
    id: 6,
    name: 'GPT-5',
    provider: 'gpt-5',
    hidden: false,
    contextTokens: 400_000,
    tokenFactor: 1,
  },
  {
    id: 7,
    name: 'Claude Sonnet 4',
    provider: 'claude-sonnet-4',
    hidden: false,
    contextTokens: 200_000,
    tokenFactor: 1.35,
  },
  {
    id: 8,
    name: 'Claude Opus 4.1',
    provider: 'claude-opus-4-1',
    hidden: false,
    contextTokens: 200_000,
    tokenFactor: 1.35,
  },
];

/** Models for a task, best first. */
export const BEST_FOR = {
  answer: [6, 8, 2, 7, 5, 1, 3, 4],
  write: [8, 6, 7, 2, 5, 1, 3, 4],
  short: [4, 3, 5, 7, 6, 2, 1, 8],
} as const satisfies Record<string, readonly number[]>;

/**
 * Used for a model outside the catalogue if the provider gives no limits: the least that local
 * servers support.
 */
export const UNKNOWN_MODEL = { contextTokens: 8_192, tokenFactor: 1.35 } as const;
