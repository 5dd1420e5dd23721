/**
 * Extracts a value from a model's text: JSON, in a code fence or within prose, or the text itself
 * if a string is expected.
 */
import { z } from 'zod';
import { parseModelJson } from '#core/text/model-json.ts';

export type ReadValue<T> =
  | { ok: true; value: T }
  | {
      ok: false;
      /** error message for the model */
      wrong: string;
    };
const MAX_WRONG_CHARS = 2000;

export function readValue<T>(shape: z.ZodType<T>, text: string): ReadValue<T> {
  const given = jsonWithin(text);
  const parsed = shape.safeParse(given === undefined ? text.trim() : given.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const plain = given === undefined ? parsed : shape.safeParse(text.trim());
  if (plain.success) return { ok: true, value: plain.data };
  return {
    ok: false,
    wrong:
      given === undefined
        ? 'It is not JSON.'
        : z.prettifyError(parsed.error).slice(0, MAX_WRONG_CHARS),
  };
}

/** The text between the first opening fence and the next closing one. */
function fencedBlock(text: string): string | undefined {
  const opening = /```(?:json)?[^\S\n]*\n/i.exec(text);
  if (opening === null) return undefined;
  const rest = text.slice(opening.index + opening[0].length);
  const end = rest.search(/\n[^\S\n]*```/);
  return end < 0 ? undefined : rest.slice(0, end);
}

function jsonWithin(text: string): { value: unknown } | undefined {
  const fenced = fencedBlock(text);
  const from = text.search(/[[{]/);
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  for (const candidate of [
    text,
    fenced,
    from >= 0 && to > from ? text.slice(from, to + 1) : undefined,
  ]) {
    if (candidate === undefined) continue;
    try {
      return { value: parseModelJson(candidate) };
    } catch {
      /* The next candidate may be the value. */
    }
  }
  return undefined;
}
