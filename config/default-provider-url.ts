/** Where model providers are asked when only a key is set. */
export const DEFAULT_PROVIDER_URL = 'https://api.openai.com/v1';
