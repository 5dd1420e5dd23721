/** The model provider that whoever runs the server sets in Settings. */
import { z } from 'zod';

/** An address without a name or password in it, and without a slash at its end. */
const ProviderAddress = z
  .url({ protocol: /^https?$/, error: 'An address as https://api.openai.com/v1' })
  .max(500)
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && url.username === '' && url.password === '' && url.search === '';
  }, 'An address without a password')
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''));
const ModelName = z.string().trim().min(1).max(200);
/** Of a model id of the catalogue, 0–8, the provider's name. */
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
  /** which parts the environment sets; those are read-only. `connection`: address and key */
  from_environment: z.array(ProviderPart),
});
export type ProviderSettings = z.infer<typeof ProviderSettings>;

/**
 * `PUT me/provider` → `ProviderSettings`. What is absent stays; `null` removes it. A key goes to
 * one server: it is removed when the address is changed to another without a new key.
 */
export const ProviderChange = z.strictObject({
  base_url: ProviderAddress.nullable().optional(),
  key: z.string().trim().min(1).max(1000).nullable().optional(),
  models: ProviderModels.optional(),
  embedding_model: ModelName.nullable().optional(),
  transcription_model: ModelName.nullable().optional(),
});
export type ProviderChange = z.infer<typeof ProviderChange>;

/** `POST me/provider/test` with a `ProviderChange`: asks a model, and changes nothing. */
export const ProviderTest = z.object({
  /** the provider's name of the model that answered */
  model: z.string(),
  /** what the provider offers; `null` if it does not say */
  models: z.array(z.string()).nullable(),
});
export type ProviderTest = z.infer<typeof ProviderTest>;
