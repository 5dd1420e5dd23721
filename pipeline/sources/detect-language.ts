import { languageTag } from './source-facts.ts';

/**
 * Detects the language of a text that declares none. The detector is loaded on demand, because it
 * is large and most pages declare a language.
 */
export async function detectLanguage(sample: string): Promise<string> {
  if (sample.length < 40) return 'und';
  const { detect } = await import('tinyld');
  return languageTag(detect(sample.slice(0, 2_000))) ?? 'und';
}
