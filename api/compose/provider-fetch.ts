import { DEFAULT_PROVIDER_URL } from '#config/default-provider-url.ts';
import type { Log } from '#config/log.ts';
import type { ProviderInUse } from '../features/provider/index.ts';
import { createProviderFetch, type SpeechProvider } from '#pipeline/net/index.ts';
import { createOpenAiEmbedder, type Embedder } from '#pipeline/search/index.ts';
import { observeProvider, type Metrics } from '../telemetry/index.ts';

const baseUrlOf = ({ provider }: Pick<ProviderInUse, 'provider'>): string =>
  provider.baseUrl ?? DEFAULT_PROVIDER_URL;

/**
 * Returns the fetch for the model provider. It uses the same gate, opened for the host and port of
 * the operator's own base URL.
 */
export const providerFetch = (
  settings: Pick<ProviderInUse, 'provider'>,
  metrics: Metrics,
  purpose: Purpose = 'chat',
): ReturnType<typeof createProviderFetch> => fetchFrom(baseUrlOf(settings), metrics, purpose);

type Purpose = Parameters<typeof observeProvider>[1];
function fetchFrom(
  baseUrl: string,
  metrics: Metrics,
  purpose: Purpose,
): ReturnType<typeof createProviderFetch> {
  const url = new URL(baseUrl);
  const { fetch, close } = createProviderFetch(
    `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`,
  );
  return { fetch: observeProvider(metrics, purpose, fetch), close };
}

/** Returns the transcription provider; undefined without a model or a provider. */
export function speechProvider(
  settings: Omit<ProviderInUse, 'embedding'>,
  metrics: Metrics,
): (SpeechProvider & { close(): Promise<void> }) | undefined {
  const { transcriptionModel, provider } = settings;
  if (
    transcriptionModel === undefined ||
    (provider.apiKey === undefined && provider.baseUrl === undefined)
  )
    return undefined;
  return {
    model: transcriptionModel,
    baseUrl: baseUrlOf(settings),
    apiKey: provider.apiKey,
    ...providerFetch(settings, metrics, 'speech'),
  };
}

/** Returns the embedding provider; undefined without a model. */
export function embeddingProvider(
  { embedding }: Pick<ProviderInUse, 'embedding'>,
  log: Log,
  metrics: Metrics,
): (Embedder & { close(): Promise<void> }) | undefined {
  if (embedding === undefined) return undefined;
  const { fetch, close } = fetchFrom(embedding.baseUrl, metrics, 'embedding');
  return {
    ...createOpenAiEmbedder({ settings: embedding, fetch, log }),
    close,
  };
}
