import { parseModelJson } from '#core/text/model-json.ts';

/**
 * Reads the entries of a JSON list while it streams, each once it is complete. The list may be
 * inside an object or surrounded by text.
 */
interface ListReader {
  push(text: string): unknown[];
}

export function createListReader(): ListReader {
  let open = '';
  let entry = '';
  let isString = false;
  let isEscaped = false;

  /** Tells whether the text is inside an entry of the outermost list. */
  const within = (): boolean => /^\{?\[\{/.test(open);
  function take(mark: string): unknown {
    const was = within();
    if (isString) {
      if (isEscaped) isEscaped = false;
      else if (mark === '\\') isEscaped = true;
      else if (mark === '"') isString = false;
    } else if (mark === '"') isString = open !== '';
    else if (mark === '{' || mark === '[') open += mark;
    else if (mark === '}' || mark === ']') open = open.slice(0, -1);
    if (was || within()) entry += mark;
    if (!was || within()) return undefined;
    const whole = entry;
    entry = '';
    try {
      return parseModelJson(whole);
    } catch {
      return undefined;
    }
  }
  return { push: (text) => [...text].map(take).filter((it) => it !== undefined) };
}
