import { Fault } from '#core/contract/faults.ts';
import { WebpageStatus } from '#core/contract/source.ts';
import type { KeptFacts, SourceRow } from '#pipeline/library/index.ts';
import type { Fetched, FetchInput, SourceKind } from '#pipeline/sources/contract.ts';
import { kindOf, recognise } from '#pipeline/sources/registry.ts';
import type { FetchArtifact, StageInput, StageRunner } from './contract.ts';
import { keepImage } from './keep-image.ts';
import { toldByFetch, watchMoves } from './same-source.ts';

/** Reads: the address or the upload. Returns: the bytes kept by hash. Sets: kind (told from the bytes where the address could not tell), title, facts, images. */
export const fetchStage: StageRunner = async (given) => {
  const { input, movedTo } = watchMoves(given);
  const { source, ports, signal, report } = input;
  const { kinds, response } = await tell(input);
  const upload = source.uploadKey ? { bytes: await ports.files.read(source.uploadKey), name: source.title } : undefined;
  const { kind, fetched } = await fetchAs(kinds, {
    url: source.canonicalUrl, net: ports.net, limits: ports.limits, signal, report,
    ...(response ? { response } : {}), ...(upload ? { upload } : {}),
  });
  const parts: FetchArtifact['parts'] = [];
  let bytesHash: string | null = null;
  for (const part of fetched.parts) {
    const { key, size, hash } = await ports.files.putBlob(part.bytes);
    if (/^(document|page)\./.test(part.name)) bytesHash = hash;
    parts.push({ name: part.name, contentType: part.contentType, key, size });
  }
  const document = parts.find((part) => part.name.startsWith('document.'));
  const keep = (url: string | undefined) => keepImage(url, input);
  const [icon, preview, channelIcon] = await Promise.all([keep(fetched.facts.iconUrl), keep(fetched.facts.previewImageUrl), keep(fetched.facts.channelIconUrl)]);
  const facts: KeptFacts = {
    ...source.facts, ...fetched.facts, ...(document ? { documentKey: document.key } : {}),
    images: { ...source.facts.images, ...(icon ? { icon } : {}), ...(preview ? { preview } : {}), ...(channelIcon ? { channelIcon } : {}) },
  };
  const artifact: FetchArtifact = { finalUrl: fetched.finalUrl, facts: fetched.facts, notes: fetched.notes, parts, ...movedTo() };
  return { artifact, ...toldByFetch(input, artifact, bytesHash), patch: { bytesHash, ...become(source, kind), title: fetched.facts.title.slice(0, 1000) || source.title, facts } };
};

/** A link without a telling address is asked for once, and the answer's first bytes say what it is. */
async function tell({ source, ports, signal }: StageInput): Promise<{ kinds: SourceKind[]; response?: FetchInput['response'] }> {
  if (source.kindCertain || source.uploadKey) return { kinds: [kindOf(source.kind)] };
  const response = await ports.net.fetch(source.canonicalUrl, { maxBytes: Math.max(ports.limits.maxPdfBytes, ports.limits.maxPageBytes), timeoutMs: 60_000, signal });
  const kinds = recognise(response);
  if (kinds.length === 0) throw new Fault('unsupported_url', { message: `This address answers with ${response.contentType || 'something unnamed'}, which Gloss cannot read. Add a page, a PDF or a video.` });
  return { kinds, response };
}

/** What calls itself a video and has none that can be read is still a page. */
async function fetchAs(kinds: readonly SourceKind[], input: FetchInput): Promise<{ kind: SourceKind; fetched: Fetched }> {
  for (const [at, kind] of kinds.entries()) {
    try {
      return { kind, fetched: await kind.fetch(input) };
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'unsupported_url' || at === kinds.length - 1) throw error;
    }
  }
  throw new Fault('unsupported_url');
}

const become = (source: SourceRow, kind: SourceKind): Partial<SourceRow> =>
  kind.name === source.kind ? {} : { kind: kind.name, medium: kind.medium, webpageStatus: kind.medium === 'flow' ? WebpageStatus.processing : WebpageStatus.done };
