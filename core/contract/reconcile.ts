import { z } from 'zod';

/**
 * What an index held, beside the ready sources of the library. A source that differed is counted
 * once, and was put right.
 */
export const Reconciled = z.object({
  engine: z.enum(['sqlite', 'qdrant']),
  sources: z.int(),
  chunks: z.int(),
  drift: z.object({
    /** not there */
    missing: z.int(),
    /** there in another version */
    outdated: z.int(),
    /** there with fewer passages, or with more */
    incomplete: z.int(),
    /** there without the vectors that the library has for it */
    unembedded: z.int(),
    /** there, but no longer in the library */
    strays: z.int(),
  }),
});
export type Reconciled = z.infer<typeof Reconciled>;
export const driftOf = ({ drift }: Reconciled): number =>
  Object.values(drift).reduce((sum, count) => sum + count, 0);
