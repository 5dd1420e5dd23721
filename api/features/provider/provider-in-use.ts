import { DEFAULT_PROVIDER_URL } from '#config/default-provider-url.ts';
import type { Settings } from '#config/settings.ts';
import type { ProviderPart, ProviderSettings } from '#core/contract/provider.ts';
import type { StoredProvider } from './stored-provider.ts';

export type ProviderEnvironment = Pick<Settings, 'provider' | 'embedding' | 'transcriptionModel'>;
export interface ProviderInUse {
  provider: Settings['provider'];
  embedding: (NonNullable<Settings['embedding']> & { apiKey: string | undefined }) | undefined;
  transcriptionModel: string | undefined;
}

/** What the environment sets. Its address and key go together: one is never used with another's. */
function partsOf({
  provider,
  embedding,
  transcriptionModel,
}: ProviderEnvironment): Record<ProviderPart, boolean> {
  return {
    connection: provider.apiKey !== undefined || provider.baseUrl !== undefined,
    models: Object.keys(provider.models).length > 0,
    embedding_model: embedding !== undefined,
    transcription_model: transcriptionModel !== undefined,
  };
}

/** The provider of the environment, completed by the one that is set in Settings. */
export function providerInUse(env: ProviderEnvironment, stored: StoredProvider): ProviderInUse {
  const isSet = partsOf(env);
  const connection = isSet.connection
    ? env.provider
    : { apiKey: stored.key ?? undefined, baseUrl: stored.baseUrl ?? undefined };
  const { apiKey, baseUrl } = connection;
  const isConnected = apiKey !== undefined || baseUrl !== undefined;
  const embeddingModel = isConnected ? stored.embeddingModel : null;
  return {
    provider: { apiKey, baseUrl, models: isSet.models ? env.provider.models : stored.models },
    embedding: env.embedding
      ? { ...env.embedding, apiKey: env.provider.apiKey }
      : embeddingModel === null
        ? undefined
        : {
            model: embeddingModel,
            baseUrl: baseUrl ?? DEFAULT_PROVIDER_URL,
            dimensions: undefined,
            apiKey,
          },
    transcriptionModel: env.transcriptionModel ?? stored.transcriptionModel ?? undefined,
  };
}

/** What Settings shows. */
export function presentProvider(
  env: ProviderEnvironment,
  stored: StoredProvider,
): ProviderSettings {
  const isSet = partsOf(env);
  const { provider, embedding, transcriptionModel } = providerInUse(env, stored);
  return {
    base_url: provider.baseUrl ?? null,
    key_set: provider.apiKey !== undefined,
    models: provider.models,
    embedding_model: embedding?.model ?? stored.embeddingModel,
    transcription_model: transcriptionModel ?? null,
    from_environment: (Object.keys(isSet) as ProviderPart[]).filter((part) => isSet[part]),
  };
}

/** Which parts of a change the environment sets. */
export const fixedParts = (env: ProviderEnvironment, change: object): ProviderPart[] => {
  const isSet = partsOf(env);
  const changed = {
    connection: 'base_url' in change || 'key' in change,
    models: 'models' in change,
    embedding_model: 'embedding_model' in change,
    transcription_model: 'transcription_model' in change,
  };
  return (Object.keys(isSet) as ProviderPart[]).filter((part) => isSet[part] && changed[part]);
};
