/** Metadata of sources and its normal forms. Nothing here parses a file. */
import { z } from 'zod';

/** The maximum length of a title, name or date taken from a page, in characters. */
const LONGEST_TEXT = 2_000;
/** Longest address that a page may name, in characters. */
export const LONGEST_ADDRESS = 4_000;
const text = z.string().max(LONGEST_TEXT);
const address = z.string().max(LONGEST_ADDRESS);

/** Metadata that a page declares. */
export const PageFacts = z.object({
  title: text,
  language: text.optional(),
  author: text.optional(),
  publishedAt: text.optional(),
  siteName: text.optional(),
  iconUrl: address.optional(),
  previewImageUrl: address.optional(),
  canonicalUrl: address.optional(),
  /** `article`, `video.other` … */
  ogType: text.optional(),
});
export type PageFacts = z.infer<typeof PageFacts>;

/** No language tag in use is longer, in characters. */
const LONGEST_TAG = 100;

/** Normalises a BCP 47 tag as written by pages (`en_US`, `EN-us `); undefined if it is invalid. */
export function languageTag(text: string | null | undefined): string | undefined {
  const given = text?.trim().replaceAll('_', '-') ?? '';
  if (given.length > LONGEST_TAG || !/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(given))
    return undefined;
  try {
    return Intl.getCanonicalLocales(given)[0];
  } catch (error) {
    if (error instanceof RangeError) return given.slice(0, given.search(/-|$/)).toLowerCase();
    throw error;
  }
}

/** Returns a title for a source without one: the last part of its address, or its host. */
export function nameOfAddress(address: string): string {
  const { pathname, hostname } = new URL(address);
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname;
  try {
    return decodeURIComponent(last);
  } catch (error) {
    if (error instanceof URIError) return last;
    throw error;
  }
}

/** Copies the object without undefined fields. */
export const defined = <T extends object>(
  object: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
