import { Fault } from '#core/contract/faults.ts';
import { ProviderChange, ProviderSettings, ProviderTest } from '#core/contract/provider.ts';
import { operatorRoute, type Route } from '../../http/route.ts';
import {
  fixedParts,
  presentProvider,
  providerInUse,
  type ProviderEnvironment,
  type ProviderInUse,
} from './provider-in-use.ts';
import { changedProvider, type StoredProvider } from './stored-provider.ts';

export interface ProviderRoutePorts {
  settings: ProviderEnvironment;
  store: { read(): Promise<StoredProvider>; save(provider: StoredProvider): Promise<void> };
  /** Uses what the store has now. */
  reload(): Promise<void>;
  /** Asks a model of this provider. Faults: `provider_failed`. */
  test(provider: ProviderInUse['provider'], signal: AbortSignal): Promise<ProviderTest>;
}

/** The model provider in Settings. */
export function providerRoutes({ settings, store, reload, test }: ProviderRoutePorts): Route[] {
  async function changed(change: ProviderChange): Promise<StoredProvider> {
    const fixed = fixedParts(settings, change);
    if (fixed.length > 0)
      throw new Fault('bad_request', {
        message: `The environment sets this: ${fixed.join(', ')}. Change it there.`,
      });
    return changedProvider(await store.read(), change);
  }
  return [
    operatorRoute({
      method: 'get',
      path: 'me/provider',
      summary: 'The model provider, without its key, and which values the environment sets',
      response: ProviderSettings,
      handle: async () => presentProvider(settings, await store.read()),
    }),
    operatorRoute({
      method: 'put',
      path: 'me/provider',
      summary: 'Sets the model provider. Values from the environment stay',
      body: ProviderChange,
      response: ProviderSettings,
      async handle({ body }) {
        const provider = await changed(body);
        await store.save(provider);
        await reload();
        return presentProvider(settings, provider);
      },
    }),
    operatorRoute({
      method: 'post',
      path: 'me/provider/test',
      summary: 'Tests a provider with these settings; changes nothing',
      body: ProviderChange,
      response: ProviderTest,
      async handle({ body, signal }) {
        const { provider } = providerInUse(settings, await changed(body));
        if (provider.apiKey === undefined && provider.baseUrl === undefined)
          throw new Fault('bad_request', { message: 'Enter an address or a key first.' });
        return test(provider, signal);
      },
    }),
  ];
}
