/**
 * Finds a quote in text with another layout: line breaks, hyphens, ligatures, quotation marks and
 * spaces can differ, so only letters and digits are compared.
 */
const KEPT = /[\p{L}\p{N}\p{M}]/u;

/** `text` reduced to the compared characters, with the index in `text` of each UTF-16 unit. */
function squash(text: string): { text: string; at: number[] } {
  const at: number[] = [];
  let squashed = '';
  let place = 0;
  for (const char of text) {
    if (KEPT.test(char)) {
      const folded = char.normalize('NFKC').toLowerCase();
      squashed += folded;
      for (let unit = 0; unit < folded.length; unit++) at.push(place);
    }
    place += char.length;
  }
  return { text: squashed, at };
}

const HEADS = [60, 30];

/**
 * The range of `quote` in `text`, end exclusive. If the whole quote is missing, its beginning is
 * searched. Of several matches: the one after `prefix`, else the nearest to `near`, else the first.
 */
export function matchQuote(
  text: string,
  quote: string,
  context: { prefix?: string; near?: number } = {},
): { start: number; end: number } | undefined {
  const hay = squash(text);
  const squashed = squash(quote).text;
  const prefix = squash(context.prefix ?? '').text;
  for (const needle of [
    squashed,
    ...HEADS.filter((length) => length < squashed.length).map((length) =>
      squashed.slice(0, length),
    ),
  ]) {
    if (needle === '') return undefined;
    let best: { from: number; score: number } | undefined;
    for (
      let from = hay.text.indexOf(needle);
      from !== -1;
      from = hay.text.indexOf(needle, from + 1)
    ) {
      const follows = prefix !== '' && hay.text.slice(0, from).endsWith(prefix);
      const distance =
        context.near === undefined ? from : Math.abs((hay.at[from] ?? 0) - context.near);
      const score = follows ? -1 : distance;
      if (!best || score < best.score) best = { from, score };
    }
    if (best) {
      const last = hay.at[best.from + needle.length - 1] ?? 0;
      return {
        start: hay.at[best.from] ?? 0,
        end: last + String.fromCodePoint(text.codePointAt(last) ?? 0).length,
      };
    }
  }
  return undefined;
}
