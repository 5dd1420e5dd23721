/**
 * All kinds of sources on the server, in no particular order. Their parsers are in `extractors.ts`.
 */
import { Fault } from '#core/contract/faults.ts';
import type { SourceType } from '#core/contract/source.ts';
import { canonicalUrl, parseWebAddress } from '#core/text/canonical-url.ts';
import type { FetchedResponse } from '#pipeline/net/contract.ts';
import type { Claim, FetchInput, Listing, ListOptions, SourceKind } from './contract.ts';
import { epub } from './epub/epub.ts';
import { office } from './office/office.ts';
import { pdf } from './pdf/pdf.ts';
import { textfile } from './textfile/textfile.ts';
import { web } from './web/web.ts';
import { youtube } from './youtube/youtube.ts';

const KINDS: readonly SourceKind[] = [youtube, pdf, epub, office, textfile, web];

/**
 * Returns the kind with the highest confidence for an address; `wanted`, the user's choice, takes
 * precedence. Faults: `unsupported_url`.
 */
export function claim(address: string, wanted?: SourceType): { kind: SourceKind; claim: Claim } {
  const url = parseWebAddress(address);
  if (url === undefined) throw new Fault('unsupported_url');
  if (wanted !== undefined) {
    const kind = kindOf(wanted);
    return { kind, claim: kind.claim(url) ?? { canonicalUrl: canonicalUrl(url), confidence: 0 } };
  }
  const [best] = KINDS.flatMap((kind) => {
    const claimed = kind.claim(url);
    return claimed === undefined ? [] : [{ kind, claim: claimed }];
  }).toSorted((a, b) => b.claim.confidence - a.claim.confidence);
  if (best === undefined) throw new Fault('unsupported_url');
  return best;
}

/** Returns the kinds that recognise a response, most confident first. */
export async function recognise(
  response: FetchedResponse,
  ask: Pick<FetchInput, 'readBytes' | 'signal'>,
): Promise<SourceKind[]> {
  const judged = await Promise.all(
    KINDS.map(async (kind) => ({ kind, sure: await kind.recognise(response, ask) })),
  );
  return judged
    .filter(({ sure }) => sure >= 0.5)
    .toSorted((a, b) => b.sure - a.sure)
    .map(({ kind }) => kind);
}

export function kindOf(name: SourceType): SourceKind {
  const kind = KINDS.find((one) => one.name === name);
  if (kind === undefined)
    throw new Fault('internal', { message: `There is no kind of source named ${name}.` });
  return kind;
}

/**
 * Returns the entries of a playlist or channel; undefined if no kind knows the address as a list.
 * Faults: `unsupported_url`, and faults of fetching.
 */
export function listing(address: string, options: ListOptions): Promise<Listing> | undefined {
  const url = parseWebAddress(address);
  if (url === undefined) throw new Fault('unsupported_url');
  for (const kind of KINDS) {
    const listed = kind.list?.(url, options);
    if (listed !== undefined) return listed;
  }
  return undefined;
}
