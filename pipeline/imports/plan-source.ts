import { Fault } from '#core/contract/faults.ts';
import type { SourceDescription, SourceType } from '#core/contract/source.ts';
import { FILES_IN_WORDS, kindDescriptor, kindOfFileType } from '#core/kinds.ts';
import type { PlannedSource, Upload } from '#pipeline/library/index.ts';

/**
 * Classifies an address without fetching it. A `confidence` below 0.5 requires checking the bytes.
 * Faults: `unsupported_url`.
 */
export type Claim = (
  url: string,
  wanted?: SourceType,
) => {
  kind: { name: SourceType };
  claim: { canonicalUrl: string; confidence: number; provider?: number };
};
/**
 * Converts a description to a source of the library. Faults: `unsupported_url`, `blocked_address`;
 * `absent` for a file that was not uploaded, `corrupt_file` for a picture.
 */
export type PlanSource = (
  it: SourceDescription,
  uploads: ReadonlyMap<string, Upload>,
) => PlannedSource;

const CERTAIN = 0.5;

export function createPlan({
  claim,
  checkAddress,
}: {
  claim: Claim;
  /** throws `blocked_address` for what can never be fetched */
  checkAddress(url: string): void;
}): PlanSource {
  return (it, uploads) => {
    if (it.fileKey !== undefined) {
      const upload = uploads.get(it.fileKey);
      if (!upload) throw new Fault('absent', { message: 'There is no such uploaded file.' });
      const kind = kindOfFileType(upload.contentType);
      if (!kind)
        throw new Fault('corrupt_file', {
          message: `This file is not ${FILES_IN_WORDS.withArticle}.`,
        });
      const url = `upload:${upload.key}`;
      return {
        kind: kind.name,
        medium: kind.medium,
        kindCertain: true,
        url,
        canonicalUrl: url,
        uploadKey: upload.key,
        title: it.title ?? upload.name,
      };
    }
    const url = withScheme(it.url ?? '');
    const { kind, claim: claimed } = claim(url, it.sourceType);
    checkAddress(url);
    return {
      kind: kind.name,
      medium: kindDescriptor(kind.name).medium,
      kindCertain: it.sourceType !== undefined || claimed.confidence >= CERTAIN,
      url,
      canonicalUrl: claimed.canonicalUrl,
      title: it.title ?? titleOf(claimed.canonicalUrl),
      ...(claimed.provider === undefined ? {} : { provider: claimed.provider }),
    };
  };
}

/** People paste `example.org/page`, and `example.org:8080`. A word alone is no address. */
export function withScheme(text: string): string {
  const given = text.trim();
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(given) || /^[^\s.:/]*$/.test(given)
    ? given
    : `https://${given}`;
}
/** Used until the page provides a title. */
const titleOf = (url: string): string => {
  const { hostname, pathname, search } = new URL(url);
  let last = pathname.split('/').filter(Boolean).at(-1) ?? '';
  try {
    last = decodeURIComponent(last);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
  }
  // What tells pages of one path apart: `watch?v=…`.
  const query = search.length <= 40 ? search : '';
  return last || query ? `${hostname.replace(/^www\./, '')} › ${last}${query}` : hostname;
};
