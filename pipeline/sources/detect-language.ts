import { languageTag } from './source-facts.ts';

/**
 * Of a text that no one has declared. What tells languages is heavy to load, and most pages tell
 * theirs.
 */
export async function detectLanguage(sample: string): Promise<string> {
  if (sample.length < 40) return 'und';
  const { detect } = await import('tinyld');
  return languageTag(detect(sample.slice(0, 2_000))) ?? 'und';
}
