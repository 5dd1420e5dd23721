const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The JSON text with raw line breaks and tabs in strings escaped. */
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
 * Parses JSON of a language model: if that fails, again with raw line breaks in strings repaired.
 * Throws a SyntaxError if it is still invalid.
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
