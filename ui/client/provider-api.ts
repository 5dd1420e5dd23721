import { ProviderSettings, ProviderTest, type ProviderChange } from '#core/contract/provider.ts';
import { call } from './api.ts';

/** Requests about the model provider, for the operator. */
export const providerApi = {
  read: (signal?: AbortSignal) => call('me/provider', ProviderSettings, { signal }),
  save: (change: ProviderChange) =>
    call('me/provider', ProviderSettings, { method: 'PUT', body: change }),
  test: (change: ProviderChange) =>
    call('me/provider/test', ProviderTest, { method: 'POST', body: change }),
};
