import { z } from 'zod';

/**
 * The differences between an index and the ready sources of the library. Each source is counted
 * once, and was repaired.
 */
export const Reconciled = z.object({
  engine: z.enum(['sqlite', 'qdrant']),
  sources: z.int(),
  chunks: z.int(),
  drift: z.object({
    /** missing in the index */
    missing: z.int(),
    /** indexed in another version */
    outdated: z.int(),
    /** indexed with another number of passages */
    incomplete: z.int(),
    /** indexed without the vectors of the library */
    unembedded: z.int(),
    /** indexed, but no longer in the library */
    strays: z.int(),
  }),
});
export type Reconciled = z.infer<typeof Reconciled>;
export const driftOf = ({ drift }: Reconciled): number =>
  Object.values(drift).reduce((sum, count) => sum + count, 0);
