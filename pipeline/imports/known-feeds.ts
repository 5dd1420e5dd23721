/** Feeds of sites whose pages don't name them: searches and subject lists of arXiv, searches of PubMed. */

const MOST_RESULTS = 100;

/** Returns the feed of a search or subject; other addresses are returned unchanged. */
export function feedAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  const host = url.hostname.replace(/^www\./, '');
  if (host === 'arxiv.org') return arxivFeed(url) ?? address;
  const term = url.searchParams.get('term');
  if (host === 'pubmed.ncbi.nlm.nih.gov' && url.pathname === '/' && term) return pubmedSearch(term);
  return address;
}

/** arXiv's RSS of a subject, or its Atom API for a search, newest first: info.arxiv.org/help/api. */
function arxivFeed({ pathname, searchParams }: URL): string | undefined {
  const subject = /^\/list\/([\w.-]+)(?:\/|$)/.exec(pathname)?.[1];
  if (subject !== undefined) return `https://rss.arxiv.org/rss/${subject}`;
  const query = searchParams.get('query')?.trim();
  if (!/^\/search(?:\/|$)/.test(pathname) || !query) return undefined;
  const api = new URL('https://export.arxiv.org/api/query');
  api.search = new URLSearchParams({
    search_query: query
      .split(/\s+/)
      .map((word) => `all:${word}`)
      .join(' AND '),
    sortBy: 'submittedDate',
    sortOrder: 'descending',
    max_results: String(MOST_RESULTS),
  }).toString();
  return api.href;
}

/** PubMed's E-utilities, newest first: ncbi.nlm.nih.gov/books/NBK25499. */
function pubmedSearch(term: string): string {
  const api = new URL('https://eutils.ncbi.nlm.nih.gov/entrez/eutils/esearch.fcgi');
  api.search = new URLSearchParams({
    db: 'pubmed',
    sort: 'pub_date',
    retmax: String(MOST_RESULTS),
    term,
  }).toString();
  return api.href;
}
