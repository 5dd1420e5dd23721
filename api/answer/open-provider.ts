import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import type { Model } from './model/contract.ts';
import { createOpenAiModel, type ModelTimes } from './model/openai.ts';
import { createModels, type Models } from './models.ts';

export interface Provider {
  port: Model;
  models: Models;
}
export interface ProviderOptions {
  settings: Pick<Settings, 'provider'>;
  fetch: typeof fetch;
  log: Log;
  /** Set by tests. */
  times?: Partial<ModelTimes>;
}

/** Connects to the model provider of the settings. Returns undefined if none is set. */
export function openProvider({
  settings: { provider },
  fetch,
  log,
  times,
}: ProviderOptions): Provider | undefined {
  if (provider.apiKey === undefined && provider.baseUrl === undefined) return undefined;
  const port = createOpenAiModel({ provider, fetch, log, ...(times ? { times } : {}) });
  return {
    port,
    models: createModels({
      named: provider.models,
      list: async () => (await port.list()).models,
      log,
    }),
  };
}
