import { z } from 'zod';

/**
 * The body of every HTTP error. `code`: one of the table in `faults.ts`, which a reader of answers
 * does without.
 */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  details: z.unknown().optional(),
});
