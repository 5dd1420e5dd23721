import { z } from 'zod';

/**
 * How many a page has, or which page it is, as an address tells it: `usual` where it tells no whole
 * number, else from 1 to `most`.
 */
export const boundedInteger = (usual: number, most: number) =>
  z.coerce
    .number()
    .int()
    .catch(usual)
    .transform((n) => Math.min(most, Math.max(1, n)));
