import { canonicalUrl } from '#core/text/canonical-url.ts';
import type { SourceKind } from '#pipeline/sources/contract.ts';
import { answerKind, fetchPage } from './fetch-page.ts';
import { fetchPageAssets } from './page-resources.ts';

const CONFIDENCE = { html: 0.6, text: 0.5, other: 0 } as const;

/** Web pages: used if no other kind claims the address. */
export const web: SourceKind = {
  name: 'web',
  claim: (url) =>
    /^https?:$/.test(url.protocol)
      ? { canonicalUrl: canonicalUrl(url), confidence: 0.1 }
      : undefined,
  recognise: (response) => CONFIDENCE[answerKind(response)],
  fetch: fetchPage,
  fetchAssets: fetchPageAssets,
};
