/** Responses of child processes; each entry defines its requests. */
import { z } from 'zod';
import { FaultCode } from '#core/contract/faults.ts';

/** The name of a warning (`process.emitWarning`) that a child passes to its parent. */
export const CHILD_WARNING = 'GlossWarning';

/** The caller validates `result`. */
export const Reply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), done: z.number(), total: z.number() }),
  z.object({ kind: z.literal('warning'), message: z.string().max(1_000) }),
  z.object({ kind: z.literal('done'), result: z.unknown() }),
  z.object({
    kind: z.literal('fault'),
    code: FaultCode,
    message: z.string(),
    retryAfterS: z.number().optional(),
    cause: z.string(),
  }),
]);
export type Reply = z.infer<typeof Reply>;
