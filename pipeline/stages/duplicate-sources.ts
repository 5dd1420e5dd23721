/**
 * Decides when two addresses, two files or two texts are one source. The first one that was read
 * stays. The other is merged into it before it was ever ready, so that nothing refers to it yet, and
 * its address then finds the first one.
 *
 * - An address that moved permanently (301, 308) is the same as its new address. A `rel=canonical`
 *   is accepted if it only removes noise; otherwise only if the texts are similar, because pages
 *   often name a front page or their first page.
 * - Documents with the same bytes are the same. Pages are not, because all pages that scripts create
 *   may have the same bytes.
 * - Pages with the same letters and digits, at least 200, are the same. Documents or videos with the
 *   same text are not, because they differ in pages or times, which are cited.
 *
 * Sources that only have the same or nearly the same text stay separate; the later one refers to the
 * earlier one.
 */
import type { SourceId } from '#core/contract/id.ts';
import { canonicalUrl, isSamePage } from '#core/text/canonical-url.ts';
import { similarityOf, type Shingles } from '#core/text/similarity.ts';
import { readSnapshot, type Library, type SourceRow } from '#pipeline/library/index.ts';
import { withPorts, type FetchArtifact, type StageInput, type StageOutput } from './contract.ts';
import { movedAddress } from './moved-address.ts';
import { findSnapshotFile, SPLIT_HERE_BYTES, withCopies } from './snapshot-copies.ts';
import { shinglesOfSnapshot, type TextIdentity } from './text-identity.ts';

const NEARLY_THE_SAME = 0.9;

/** Only a source that was never ready is merged: no anchors refer to it. */
const isNew = (source: SourceRow): boolean => source.version === 1 && source.refreshedAt === null;

type Same = (
  transaction: Parameters<NonNullable<StageOutput['also']>>[0],
) => Promise<SourceId | undefined>;
function endsAs(source: SourceRow, library: Library, same: Same): Pick<StageOutput, 'ends'> {
  return {
    async ends(transaction) {
      if (!isNew(source)) return undefined;
      await library.identity.lock(source.ownerId, transaction);
      const of = await same(transaction);
      return of && { kind: 'duplicate', of };
    },
  };
}

/** Wraps the input of a fetch: its net records whether the source's address has moved permanently. */
export function watchMoves(given: StageInput): {
  input: StageInput;
  movedTo(): Pick<FetchArtifact, 'movedTo'>;
} {
  const { net } = given.ports;
  let movedTo: string | undefined;
  const fetch: typeof net.fetch = async (url, options) => {
    const response = await net.fetch(url, options);
    if (url === given.source.canonicalUrl) movedTo = response.movedTo;
    return response;
  };
  return {
    input: { ...given, ports: withPorts(given.ports, { net: { ...net, fetch } }) },
    movedTo: () => (movedTo === undefined ? {} : { movedTo }),
  };
}

/** Returns the canonical addresses that identify this source as reliably as its current one. */
export function addressesOf(
  source: Pick<SourceRow, 'canonicalUrl' | 'uploadKey' | 'kind'>,
  { finalUrl, facts, movedTo }: Pick<FetchArtifact, 'finalUrl' | 'facts' | 'movedTo'>,
): string[] {
  if (source.uploadKey !== null) return [];
  const sure = [source.canonicalUrl];
  const moved = movedAddress(source, movedTo);
  if (moved) sure.push(moved.canonicalUrl);
  const own = facts.canonicalUrl;
  if (
    own !== undefined &&
    isSamePage(canonicalUrl(finalUrl), own) &&
    sure.some((address) => isSamePage(address, own))
  )
    sure.push(own);
  return [...new Set(sure)].slice(1);
}

/**
 * Returns the addresses of the source, and whether these or the bytes of a document belong to
 * another source already.
 */
export function duplicateByFetch(
  { source, ports: { library } }: Pick<StageInput, 'source' | 'ports'>,
  artifact: FetchArtifact,
  bytesHash: string | null,
): Pick<StageOutput, 'ends' | 'also'> {
  const { movedTo: _, ...unmoved } = artifact;
  // A refresh takes a new address once its text is known to be the source's.
  const addresses = addressesOf(source, source.pendingVersion === null ? artifact : unmoved);
  const isDocument = artifact.parts.some((part) => part.name.startsWith('document.'));
  return {
    ...endsAs(
      source,
      library,
      async (transaction) =>
        (await library.identity.atAddress(source, addresses, transaction)) ??
        (isDocument && bytesHash !== null
          ? await library.identity.ofBytes(source, bytesHash, transaction)
          : undefined),
    ),
    also: (transaction) => library.identity.name(source, addresses, transaction),
  };
}

/** Tells whether one of the two declares the other as its canonical address, or both declare the same. */
function nameEachOther(a: SourceRow, b: SourceRow): boolean {
  const canonicalUrls = [a.facts.canonicalUrl, b.facts.canonicalUrl];
  return (
    a.canonicalUrl === canonicalUrls[1] ||
    b.canonicalUrl === canonicalUrls[0] ||
    (canonicalUrls[0] !== undefined && canonicalUrls[0] === canonicalUrls[1])
  );
}

type TextInput = Pick<StageInput, 'source' | 'ports' | 'signal'>;

async function shinglesOfSource(
  source: SourceRow,
  { ports: { library, files, parser }, signal }: TextInput,
): Promise<Shingles> {
  const file = await findSnapshotFile(library, files, source);
  if (file.size > SPLIT_HERE_BYTES)
    return withCopies(files, [file.key], ([path = '']) => parser.shingles(path, { signal }));
  return shinglesOfSnapshot(await readSnapshot(library, files, source));
}

/** Returns the most similar other source, if it is nearly the same. */
async function nearest(
  input: TextInput,
  shingles: Shingles,
  fingerprint: string,
): Promise<SourceRow | undefined> {
  let best: { row: SourceRow; likeness: number } | undefined;
  for (const row of await input.ports.library.identity.alike(input.source, fingerprint)) {
    const likeness = similarityOf(shingles, await shinglesOfSource(row, input));
    if (likeness >= NEARLY_THE_SAME && likeness > (best?.likeness ?? 0)) best = { row, likeness };
  }
  return best?.row;
}

/**
 * Returns the hash and fingerprint of the text, whether another source has the same text, and which
 * one is nearly the same.
 */
export async function duplicateByText(
  input: TextInput,
  { textHash, likeness, shingles }: TextIdentity,
): Promise<Pick<StageOutput, 'patch' | 'ends'>> {
  const { source, ports } = input;
  const near = likeness === null ? undefined : await nearest(input, shingles, likeness);
  const named = near && nameEachOther(source, near) ? near.canonicalUrl : undefined;
  return {
    patch: { textHash, likeness, similarTo: near?.id ?? null },
    ...endsAs(
      source,
      ports.library,
      async (transaction) =>
        (textHash === null || source.medium !== 'flow'
          ? undefined
          : await ports.library.identity.ofText(source, textHash, transaction)) ??
        (named === undefined
          ? undefined
          : await ports.library.identity.atAddress(source, [named], transaction)),
    ),
  };
}
