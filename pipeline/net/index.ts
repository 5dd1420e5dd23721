export type { Browser, FetchedResponse, FetchOptions, GuardedFetch, Net, RenderedPage, YtDlp } from './contract.ts';
export { createNet, type NetSettings } from './create-net.ts';
export { createProviderFetch } from './provider-fetch.ts';
