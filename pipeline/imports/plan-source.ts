import { Fault } from '#core/contract/faults.ts';
import type { SourceDescription, SourceType } from '#core/contract/source.ts';
import { FILES_IN_WORDS, KIND_NAMES, kindDescriptor, kindOfFileType } from '#core/kinds.ts';
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
 * Converts an entry to a source of the library. Faults: `unsupported_url`, `blocked_address`;
 * `absent` for a file that was not uploaded, `corrupt_file` for a picture.
 */
export type PlanSource = (
  it: SourceDescription,
  uploads: ReadonlyMap<string, Upload>,
) => PlannedSource;

const CERTAIN = 0.5;
const PAGE = KIND_NAMES.find((name) => kindDescriptor(name).medium === 'flow') ?? KIND_NAMES[0];

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
      if (!upload) throw new Fault('absent', { message: 'Uploaded file not found.' });
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
        uploadType: upload.contentType,
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

/**
 * Plans a bookmark for an address that is kept without being read; undefined for text that isn't an
 * address.
 */
export type PlanBookmark = (
  it: Pick<SourceDescription, 'url' | 'title'>,
) => PlannedSource | undefined;

/** Schemes whose addresses contain their content, or refer to the program that exported them. */
const NOT_KEPT = /^(javascript|vbscript|data|blob|about|place|chrome|file):$/;

export const createBookmarkPlan =
  ({ claim }: { claim: Claim }): PlanBookmark =>
  ({ url = '', title }) => {
    const address = URL.parse(withScheme(url));
    if (address === null || NOT_KEPT.test(address.protocol)) return undefined;
    const claimed = claimIfWeb(claim, address);
    const kind = claimed?.kind.name ?? PAGE;
    const canonicalUrl = claimed?.claim.canonicalUrl ?? address.href;
    return {
      kind,
      medium: kindDescriptor(kind).medium,
      kindCertain: false,
      url: address.href,
      canonicalUrl,
      title: title ?? titleOf(canonicalUrl),
    };
  };

function claimIfWeb(claim: Claim, { href }: URL): ReturnType<Claim> | undefined {
  try {
    return claim(href);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return undefined;
  }
}

/** People paste `example.org/page` and `example.org:8080`. A single word isn't an address. */
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
  // The query distinguishes pages with the same path: `watch?v=…`.
  const query = search.length <= 40 ? search : '';
  return hostname && (last || query)
    ? `${hostname.replace(/^www\./, '')} › ${last}${query}`
    : hostname || url;
};
