/** The spec's models 0–8. `provider` is the name asked of an OpenAI-compatible provider unless GLOSS_MODELS says otherwise. */
export interface CatalogueModel { id: number; name: string; provider: string; hidden: boolean }

export const MODELS: readonly CatalogueModel[] = [
  { id: 0, name: 'Best Model', provider: 'gpt-5', hidden: false },
  { id: 1, name: 'Grok 4', provider: 'grok-4', hidden: false },
  { id: 2, name: 'Gemini 2.5 Pro', provider: 'gemini-2.5-pro', hidden: false },
  { id: 3, name: 'Gemini 2.5 Flash', provider: 'gemini-2.5-flash', hidden: false },
  { id: 4, name: 'Gemini 2.5 Flash Lite', provider: 'gemini-2.5-flash-lite', hidden: true },
  { id: 5, name: 'Gpt-4.1', provider: 'gpt-4.1', hidden: false },
  { id: 6, name: 'Gpt-5', provider: 'gpt-5', hidden: false },
  { id: 7, name: 'Claude Sonnet 4', provider: 'claude-sonnet-4', hidden: false },
  { id: 8, name: 'Claude Opus 4.1', provider: 'claude-opus-4-1', hidden: false },
];
