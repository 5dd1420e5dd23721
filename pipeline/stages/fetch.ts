import { Fault, FAULTS } from '#core/contract/faults.ts';
import { WebpageStatus } from '#core/contract/source.ts';
import { kindDescriptor } from '#core/kinds.ts';
import type { StoredFacts, SourceRow } from '#pipeline/library/index.ts';
import type { FetchOptions, Net } from '#pipeline/net/contract.ts';
import type { Fetched, FetchInput, SourceKind } from '#pipeline/sources/contract.ts';
import { kindOf, recognise } from '#pipeline/sources/registry.ts';
import type { FetchArtifact, StageInput, StageRunner } from './contract.ts';
import { checkpointsOf, dropCheckpoints } from './fetch-checkpoints.ts';
import { duplicateByFetch, watchMoves } from './duplicate-sources.ts';

/**
 * Input: the address or the upload. Output: the bytes, stored by hash. Sets: kind (detected from
 * the bytes if the address doesn't determine it), title, facts.
 */
export const fetchStage: StageRunner = async (given) => {
  const { input, movedTo } = watchMoves(given);
  const { source, ports, signal, report } = input;
  const net = limitedNet(ports.net, input.requestLimits?.() ?? {});
  const { kinds, response } = await tell(input, net);
  const upload = source.uploadKey
    ? {
        bytes: await ports.files.read(source.uploadKey),
        name: source.title,
        type: source.facts.uploadType,
      }
    : undefined;
  const { ownTranscriptKey, waitingSince: _, isLastTry: _last, ...known } = source.facts;
  const { kind, fetched } = await fetchAs(kinds, {
    url: source.canonicalUrl,
    net,
    readBytes: ports.parser.readBytes,
    limits: ports.limits,
    signal,
    report,
    checkpoints: checkpointsOf(input),
    hasTranscript: ownTranscriptKey !== undefined,
    ...(response ? { response } : {}),
    ...(upload ? { upload } : {}),
  }).catch((error: unknown) => withoutSite(source, kinds, error));
  // Checks all parts before any is stored.
  for (const part of fetched.parts) await ports.scanner?.check(part.bytes);
  const parts: FetchArtifact['parts'] = [];
  let bytesHash: string | null = null;
  for (const part of fetched.parts) {
    const { key, size, hash } = await ports.files.putBlob(part.bytes);
    if (/^(document|page)\./.test(part.name)) bytesHash = hash;
    parts.push({ name: part.name, contentType: part.contentType, key, size });
  }
  if (ownTranscriptKey !== undefined)
    parts.push({
      name: 'transcript.json',
      contentType: 'application/json',
      key: ownTranscriptKey,
      size: await ports.files.size(ownTranscriptKey),
    });
  const document = parts.find((part) => part.name.startsWith('document.'));
  const facts: StoredFacts = {
    ...known,
    ...(ownTranscriptKey === undefined ? {} : { ownTranscriptKey }),
    ...fetched.facts,
    ...(document ? { documentKey: document.key } : {}),
  };
  const artifact: FetchArtifact = {
    finalUrl: fetched.finalUrl,
    facts: fetched.facts,
    notes: fetched.notes,
    parts,
    ...movedTo(),
  };
  const patch = {
    bytesHash,
    ...become(source, kind),
    title: fetched.facts.title.slice(0, 1000) || source.title,
    facts,
  };
  // The kind is confirmed, so later runs don't detect it again.
  if (fetched.later !== undefined)
    return { artifact, later: fetched.later, patch: { ...patch, kindCertain: true } };
  const duplicate = duplicateByFetch(input, artifact, bytesHash);
  return {
    artifact,
    ...duplicate,
    patch,
    async also(transaction) {
      await duplicate.also?.(transaction);
      await dropCheckpoints(input, transaction);
    },
  };
};

/** The network, with limits for every request that has none of its own. */
const limitedNet = (net: Net, limits: Pick<FetchOptions, 'firstByteMs' | 'slow'>): Net => ({
  ...net,
  get speech() {
    return net.speech;
  },
  fetch: (url, options) => net.fetch(url, { ...limits, ...options }),
});

/** A video with a transcript supplied by its owner doesn't need its site to provide one. */
function withoutSite(
  source: SourceRow,
  kinds: readonly SourceKind[],
  error: unknown,
): { kind: SourceKind; fetched: Fetched } {
  const [kind] = kinds;
  const isRefused = error instanceof Fault && FAULTS[error.code].retry === 'never';
  if (kind === undefined || !isRefused || source.facts.ownTranscriptKey === undefined) throw error;
  return {
    kind,
    fetched: {
      finalUrl: source.canonicalUrl,
      facts: { title: source.title },
      parts: [],
      notes: {},
    },
  };
}

/**
 * Requests a link whose address doesn't determine the kind, and detects the kind from the first
 * bytes of the response.
 */
async function tell(
  { source, ports, signal }: StageInput,
  net: Net,
): Promise<{ kinds: SourceKind[]; response?: FetchInput['response'] }> {
  if (source.kindCertain || source.uploadKey) return { kinds: [kindOf(source.kind)] };
  const response = await net.fetch(source.canonicalUrl, {
    maxBytes: Math.max(ports.limits.maxPdfBytes, ports.limits.maxPageBytes),
    timeoutMs: 60_000,
    signal,
  });
  const kinds = await recognise(response, { readBytes: ports.parser.readBytes, signal });
  if (kinds.length === 0)
    throw new Fault('unsupported_url', {
      message: `This address answers with ${response.contentType || 'something unnamed'}, which Gloss can't read. Add a page, a PDF or a video.`,
    });
  return { kinds, response };
}

/** An address claimed as a video without a readable video is still a page. */
async function fetchAs(
  kinds: readonly SourceKind[],
  input: FetchInput,
): Promise<{ kind: SourceKind; fetched: Fetched }> {
  for (const [at, kind] of kinds.entries()) {
    try {
      return { kind, fetched: await kind.fetch(input) };
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'unsupported_url' || at === kinds.length - 1)
        throw error;
    }
  }
  throw new Fault('unsupported_url');
}

function become(source: SourceRow, kind: SourceKind): Partial<SourceRow> {
  if (kind.name === source.kind) return {};
  const { medium } = kindDescriptor(kind.name);
  return {
    kind: kind.name,
    medium,
    webpageStatus: medium === 'flow' ? WebpageStatus.processing : WebpageStatus.done,
  };
}
