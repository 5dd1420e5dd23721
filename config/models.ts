/** The spec's models 0–8. `provider` is the name asked of an OpenAI-compatible provider unless GLOSS_MODELS says otherwise. */
export interface CatalogueModel { id: number; name: string; provider: string; hidden: boolean }

export const MODELS: readonly CatalogueModel[] = [
  { id: 0, name: 'Best Model', provider: 'gpt-4.1', hidden: false },
  { id: 1, name: 'GPT-4o mini', provider: 'gpt-4o-mini', hidden: false },
  { id: 2, name: 'GPT-4o', provider: 'gpt-4o', hidden: false },
  { id: 3, name: 'GPT-4.1 mini', provider: 'gpt-4.1-mini', hidden: false },
  { id: 4, name: 'Prompt writer', provider: 'gpt-4.1-nano', hidden: true },
  { id: 5, name: 'GPT-4.1', provider: 'gpt-4.1', hidden: false },
  { id: 6, name: 'o4-mini', provider: 'o4-mini', hidden: false },
  { id: 7, name: 'o3', provider: 'o3', hidden: false },
  { id: 8, name: 'GPT-4.1 nano', provider: 'gpt-4.1-nano', hidden: false },
];
