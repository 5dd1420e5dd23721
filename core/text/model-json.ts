const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The JSON text with raw line breaks and tabs inside strings written as escapes. */
function escapeRawBreaks(json: string): string {
  let isString = false;
  let isEscaped = false;
  let text = '';
  for (const char of json) {
    if (isString && !isEscaped) text += ESCAPES[char] ?? char;
    else text += char;
    if (isEscaped) isEscaped = false;
    else if (isString && char === '\\') isEscaped = true;
    else if (char === '"') isString = !isString;
  }
  return text;
}

/**
 * Parses JSON that a language model wrote: where that fails, once more with the raw line breaks in
 * its strings repaired. Throws a SyntaxError if it still is no JSON.
 */
export function parseModelJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    const repaired = escapeRawBreaks(json);
    if (repaired === json) throw error;
    return JSON.parse(repaired) as unknown;
  }
}
