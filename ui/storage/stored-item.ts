/** One typed value in the browser's storage. Its key and its format are part of people's data. */
import type { z } from 'zod';
import {
  readText,
  removeText,
  subscribeText,
  writeText,
  type StorageArea,
} from './browser-storage.ts';

/** `T`: the stored type; `F`: the type of the fallback. */
export interface StoredItem<T, F> {
  read(): T | F;
  /** If storage is blocked or full, the value lasts until the page is closed. */
  write(value: T): void;
  remove(): void;
  /**
   * Calls `changed` after each change, by this tab or another. Returns a function that
   * unsubscribes.
   */
  subscribe(changed: () => void): () => void;
}

interface ItemOptions<F> {
  /** `local` by default */
  area?: StorageArea;
  /** used if nothing valid is stored */
  fallback: F;
}

function createItem<T, F>(
  key: string,
  schema: z.ZodType<T>,
  { area = 'local', fallback }: ItemOptions<F>,
  decode: (text: string) => unknown,
  encode: (value: T) => string,
): StoredItem<T, F> {
  return {
    read() {
      const text = readText(area, key);
      const parsed = text === undefined ? undefined : schema.safeParse(decode(text));
      return parsed?.success ? parsed.data : fallback;
    },
    write: (value) => writeText(area, key, encode(value)),
    remove: () => removeText(area, key),
    subscribe: (changed) => subscribeText(area, key, changed),
  };
}

/** Undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A value stored as JSON. A value that fails the schema reads as `fallback`. */
export const createStoredItem = <T, F>(
  key: string,
  schema: z.ZodType<T>,
  options: ItemOptions<F>,
): StoredItem<T, F> => createItem(key, schema, options, parseJson, JSON.stringify);

const asIs = <T extends string>(text: T): T => text;
/** A text stored unchanged. A text that fails the schema reads as `fallback`. */
export const createStoredText = <T extends string, F>(
  key: string,
  schema: z.ZodType<T>,
  options: ItemOptions<F>,
): StoredItem<T, F> => createItem(key, schema, options, asIs, asIs);
