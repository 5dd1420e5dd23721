import { Fault } from '#core/contract/faults.ts';
import type { ImportInput } from './contract.ts';
import { decodeText } from './decode-text.ts';
import { looksLikeJson, parseJson } from './json/parse-json.ts';
import { rootElement } from './markup/scan.ts';

/**
 * Prepares the input of readers. Faults: `bad_request` for input that is empty, not text, or
 * truncated JSON.
 */
export function readInput(
  bytes: Uint8Array,
  given: { name: string; url?: string | undefined },
): ImportInput {
  const name = given.name.trim();
  const text = decodeText(bytes, name);
  const parsed = parseJson(text);
  if (parsed !== undefined) return { text, name, url: given.url, json: parsed.value };
  if (looksLikeJson(text))
    throw new Fault('bad_request', {
      message: `${name === '' ? 'This' : name} begins as JSON and is damaged or cut off. Export it again.`,
    });
  const root = rootElement(text);
  return { text, name, url: given.url, ...(root === undefined ? {} : { root }) };
}
