import { z } from 'zod';
import { ModelId } from './ask.ts';
import { UserId } from './id.ts';

export const User = z.object({ _id: UserId, email: z.string(), name: z.string(), is_verified_user: z.boolean(), plan: z.string() });
export type User = z.infer<typeof User>;

export const ModelChoice = z.object({ id: ModelId, name: z.string(), available: z.boolean(), hidden: z.boolean() });
export type ModelChoice = z.infer<typeof ModelChoice>;

export const Me = z.object({
  user: User,
  limits: z.object({ /** left today; `null` when unlimited */ question_n_answers: z.number().nullable() }),
  /** where a plan is changed; `null` where nobody has said */ upgrade_url: z.string().nullable().default(null),
  features: z.object({ notes_generation: z.boolean() }),
  capabilities: z.object({
    models: z.array(ModelChoice),
    /** no provider is set: every answer is the offline assistant's */ offline: z.boolean(),
    embeddings: z.boolean(), transcription: z.boolean(),
  }),
});
export type Me = z.infer<typeof Me>;
