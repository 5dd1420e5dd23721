/**
 * What was typed into the add-source box: links, one or many, or words to search the library with.
 * Pure.
 */
export interface Pasted {
  links: string[];
  query: string;
  /** the words of each line that are no links */
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

/**
 * Each line may hold several links; a link given twice counts once. Whatever is not a link is the
 * query.
 */
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
