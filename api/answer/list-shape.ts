import { z } from 'zod';

/** A list of 1 to 20 items, also if it is the only list in an object. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess((given) => {
    const lists =
      typeof given === 'object' && given !== null && !Array.isArray(given)
        ? Object.values(given).filter(Array.isArray)
        : [];
    return lists.length === 1 ? lists[0] : given;
  }, z.array(item).min(1).max(20));
