/** The model provider that the operator sets in Settings. */
import { z } from 'zod';

/** An address without credentials and without a trailing slash. */
const ProviderAddress = z
  .url({ protocol: /^https?$/, error: 'An address as https://api.openai.com/v1' })
  .max(500)
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && url.username === '' && url.password === '' && url.search === '';
  }, 'An address without a password')
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''));
const ModelName = z.string().trim().min(1).max(200);
/** The provider's model name by model id of the catalogue, 0–8. */
export const ProviderModels = z.record(z.string().regex(/^[0-8]$/), ModelName);

export const ProviderPart = z.enum([
  'connection',
  'models',
  'embedding_model',
  'transcription_model',
]);
export type ProviderPart = z.infer<typeof ProviderPart>;

/** `GET me/provider`. The key itself is never sent. */
export const ProviderSettings = z.object({
  base_url: z.string().nullable(),
  key_set: z.boolean(),
  models: ProviderModels,
  embedding_model: z.string().nullable(),
  transcription_model: z.string().nullable(),
  /** parts set by the environment, which are read-only. `connection`: address and key */
  from_environment: z.array(ProviderPart),
});
export type ProviderSettings = z.infer<typeof ProviderSettings>;

/**
 * `PUT me/provider` → `ProviderSettings`. Missing fields stay; `null` removes one. A key belongs to
 * one server: changing the address without a new key removes it.
 */
export const ProviderChange = z.strictObject({
  base_url: ProviderAddress.nullable().optional(),
  key: z.string().trim().min(1).max(1000).nullable().optional(),
  models: ProviderModels.optional(),
  embedding_model: ModelName.nullable().optional(),
  transcription_model: ModelName.nullable().optional(),
});
export type ProviderChange = z.infer<typeof ProviderChange>;

/** `POST me/provider/test` with a `ProviderChange`: tests a model without saving. */
export const ProviderTest = z.object({
  /** the provider's name of the model that responded */
  model: z.string(),
  /** the provider's models; `null` if it does not list them */
  models: z.array(z.string()).nullable(),
});
export type ProviderTest = z.infer<typeof ProviderTest>;
