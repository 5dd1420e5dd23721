export { providerInUse, type ProviderInUse } from './provider-in-use.ts';
export { providerRoutes } from './routes.ts';
export { ProviderStore } from './stored-provider.ts';
