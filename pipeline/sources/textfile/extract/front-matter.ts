/** Reads the front matter of a Markdown file: metadata between two lines of dashes at its start. */

const LONGEST = 20_000;
const BLOCK = /^---\n([^]*?)\n(?:---|\.\.\.)(?:\n|$)/;

interface FrontMatter {
  title?: string | undefined;
  author?: string | undefined;
  publishedAt?: string | undefined;
  language?: string | undefined;
  /** the Markdown after it */
  text: string;
}

/** Reads only single-line fields. */
export function splitFrontMatter(markdown: string): FrontMatter {
  const [block = '', lines = ''] = BLOCK.exec(markdown.slice(0, LONGEST)) ?? [];
  const fields = new Map<string, string>();
  for (const line of lines.split('\n')) {
    const colon = line.indexOf(':');
    const value = line.slice(colon + 1).trim();
    const quoted = /^(["'])(.*)\1$/.exec(value)?.[2];
    if (colon > 0 && value !== '') fields.set(line.slice(0, colon).toLowerCase(), quoted ?? value);
  }
  const isFrontMatter = fields.size > 0;
  return {
    title: fields.get('title'),
    author: fields.get('author'),
    publishedAt: /^\d{4}(-\d{2}(-\d{2})?)?(?=$|[T ])/.exec(fields.get('date') ?? '')?.[0],
    language: fields.get('lang') ?? fields.get('language'),
    text: isFrontMatter ? markdown.slice(block.length) : markdown,
  };
}
