import { z } from 'zod';

export const ComponentHealth = z.object({
  status: z.enum(['ok', 'missing', 'failed']),
  /** details: version, address, count */
  detail: z.string(),
  /** what to do if it is not ok */
  mend: z.string().optional(),
});
export type ComponentHealth = z.infer<typeof ComponentHealth>;
export const COMPONENTS = [
  'database',
  'queue',
  'index',
  'files',
  'ai',
  'embeddings',
  'browser',
  'ytdlp',
  'ocr',
  'scanner',
  'secrets',
] as const;
/** Sign-in methods. */
export const SIGN_IN_PARTS = ['mail', 'passkeys', 'oidc'] as const;
export const SignInHealth = z.partialRecord(z.enum(SIGN_IN_PARTS), ComponentHealth);
export type SignInHealth = z.infer<typeof SignInHealth>;
/** `missing` is fine for optional parts; `failed` of a required part makes the response 503. */
export const Health = z.object({
  status: z.enum(['ok', 'failed']),
  version: z.string(),
  components: z.record(z.enum(COMPONENTS), ComponentHealth),
  /** if the server has accounts */
  signIn: SignInHealth.default({}),
});
export type Health = z.infer<typeof Health>;
