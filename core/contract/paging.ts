import { z } from 'zod';

/**
 * Parses a page size or page number from a URL: `usual` unless it is a whole number, which is
 * clamped to 1–`most`.
 */
export const boundedInteger = (usual: number, most: number) =>
  z.coerce
    .number()
    .int()
    .catch(usual)
    .transform((n) => Math.min(most, Math.max(1, n)));
