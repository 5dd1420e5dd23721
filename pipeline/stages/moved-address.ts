import { claim } from '#pipeline/sources/registry.ts';
import type { SourceRow } from '#pipeline/library/index.ts';

/**
 * Returns where a source has moved permanently, from the final address of its permanent redirects.
 * Undefined for a front page: deleted pages often redirect there, like all others of their site.
 */
export function movedAddress(
  source: Pick<SourceRow, 'canonicalUrl' | 'uploadKey' | 'kind'>,
  movedTo: string | undefined,
): Pick<SourceRow, 'url' | 'canonicalUrl'> | undefined {
  if (movedTo === undefined || source.uploadKey !== null) return undefined;
  const isFrontPage =
    new URL(movedTo).pathname === '/' && new URL(source.canonicalUrl).pathname !== '/';
  if (isFrontPage) return undefined;
  return { url: movedTo, canonicalUrl: claim(movedTo, source.kind).claim.canonicalUrl };
}
