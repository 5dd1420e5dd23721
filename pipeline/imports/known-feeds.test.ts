import { expect, it } from 'vitest';
import { feedAddress } from './known-feeds.ts';

it.each([
  ['https://arxiv.org/list/cs.CL/recent', 'https://rss.arxiv.org/rss/cs.CL'],
  [
    'https://arxiv.org/search/?query=dense+retrieval&searchtype=all',
    'https://export.arxiv.org/api/query?search_query=all%3Adense+AND+all%3Aretrieval&sortBy=submittedDate&sortOrder=descending&max_results=100',
  ],
  [
    'https://pubmed.ncbi.nlm.nih.gov/?term=sleep+memory',
    'https://eutils.ncbi.nlm.nih.gov/entrez/eutils/esearch.fcgi?db=pubmed&sort=pub_date&retmax=100&term=sleep+memory',
  ],
  ['https://pubmed.ncbi.nlm.nih.gov/41000001/', 'https://pubmed.ncbi.nlm.nih.gov/41000001/'],
  ['https://arxiv.org/abs/2101.00001', 'https://arxiv.org/abs/2101.00001'],
  ['https://example.org/feed.xml', 'https://example.org/feed.xml'],
])('returns the feed of %s', (address, feed) => {
  expect(feedAddress(address)).toBe(feed);
});
