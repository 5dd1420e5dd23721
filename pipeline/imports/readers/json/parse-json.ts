/** Parses JSON, or JSON Lines as a list of values; undefined if the text is neither. */
export function parseJson(text: string): { value: unknown } | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  return attempt(text) ?? jsonLines(text);
}

function attempt(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A line that is not JSON is returned as text. */
function jsonLines(text: string): { value: unknown } | undefined {
  const first = /^\s*(\{[^\n]*\})\s*\n/.exec(text)?.[1];
  if (first === undefined || attempt(first) === undefined) return undefined;
  return {
    value: text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => attempt(line)?.value ?? line),
  };
}

/** Text that looks like JSON but is invalid: truncated, or edited by hand. */
export const looksLikeJson = (text: string): boolean => /^\s*(\{\s*"|\[\s*[{["]|\[\s*$)/.test(text);
