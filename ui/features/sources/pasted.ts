/**
 * Parses the text of the Add source dialog: one or many links, or words to search the library.
 * Pure.
 */
export interface Pasted {
  links: string[];
  query: string;
  /** the words of each line that aren't links */
  ignored: string[];
}

const ADDRESS =
  /^(https?:\/\/\S+|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d+)?(?:[/?#]\S*)?)$/i;

function asLink(word: string): string | undefined {
  const bare = word.replace(/^[<("'\[]+|(?<![>)"'\],;])[>)"'\],;]+$/g, '');
  if (!ADDRESS.test(bare)) return undefined;
  const url = URL.parse(/^https?:/i.test(bare) ? bare : `https://${bare}`);
  return url?.hostname ? url.href : undefined;
}

/** Each line can have several links; duplicates count once. The rest is the query. */
export function readPasted(text: string): Pasted {
  const links: string[] = [];
  const ignored: string[] = [];
  for (const line of text.split('\n')) {
    const words: string[] = [];
    for (const word of line.split(/\s+/).filter(Boolean)) {
      const link = asLink(word);
      if (link === undefined) words.push(word);
      else if (!links.includes(link)) links.push(link);
    }
    if (words.length > 0) ignored.push(words.join(' '));
  }
  return { links, query: ignored.join(' '), ignored };
}
