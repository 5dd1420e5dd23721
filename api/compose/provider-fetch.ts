import type { Settings } from '#config/settings.ts';
import { createProviderFetch } from '#pipeline/net/index.ts';

/** Calls to the model provider leave by the same gate, which the operator's own base URL opens for just its host and port. */
export function providerFetch(settings: Settings): ReturnType<typeof createProviderFetch> {
  const { baseUrl } = settings.provider;
  const url = new URL(baseUrl ?? 'https://api.openai.com/v1');
  return createProviderFetch(`${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`);
}
