import type { ProviderChange, ProviderSettings } from '#core/contract/provider.ts';

/** The form of the model provider. */
export interface ProviderDraft {
  address: string;
  /** undefined or empty: the key stays; null: it is removed */
  key: string | null | undefined;
  chatModel: string;
  embeddingModel: string;
  transcriptionModel: string;
}

/** The catalogue id whose name is used if no other model is selected. */
const ANY_MODEL = '0';

export const draftOf = (settings: ProviderSettings): ProviderDraft => ({
  address: settings.base_url ?? '',
  key: undefined,
  chatModel: settings.models[ANY_MODEL] ?? '',
  embeddingModel: settings.embedding_model ?? '',
  transcriptionModel: settings.transcription_model ?? '',
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const keyChange = (key: ProviderDraft['key']): Pick<ProviderChange, 'key'> =>
  key === null ? { key } : key === undefined || key.trim() === '' ? {} : { key: key.trim() };

/** What a draft changes. Parts that the environment sets are left out. */
export function changeOf(settings: ProviderSettings, draft: ProviderDraft): ProviderChange {
  const isFixed = new Set(settings.from_environment);
  const { [ANY_MODEL]: _, ...others } = settings.models;
  const chatModel = orNull(draft.chatModel);
  return {
    ...(!isFixed.has('connection') && {
      base_url: orNull(draft.address),
      ...keyChange(draft.key),
    }),
    ...(!isFixed.has('models') && {
      models: chatModel === null ? others : { ...others, [ANY_MODEL]: chatModel },
    }),
    ...(!isFixed.has('embedding_model') && { embedding_model: orNull(draft.embeddingModel) }),
    ...(!isFixed.has('transcription_model') && {
      transcription_model: orNull(draft.transcriptionModel),
    }),
  };
}
