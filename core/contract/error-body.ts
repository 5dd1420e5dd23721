import { z } from 'zod';

/**
 * The body of every HTTP error. `code`: one of the table in `faults.ts`, which readers
 * of an answer do not need.
 */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  details: z.unknown().optional(),
});
