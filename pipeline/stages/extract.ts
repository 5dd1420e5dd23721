import { WebpageStatus } from '#core/contract/source.ts';
import { toBytes } from '#pipeline/library/read-artifacts.ts';
import { kindOf } from '#pipeline/sources/registry.ts';
import {
  FetchArtifact,
  type ExtractArtifact,
  type SnapshotArtifact,
  type StageInput,
  type StageRunner,
} from './contract.ts';
import { extractPages, type PagesOutput } from './extract-pages.ts';
import { storeRaster } from './store-image.ts';
import { withCopies } from './snapshot-copies.ts';
import type { ParserInput } from './stage-parser.ts';
import { isoDate } from '#core/text/iso-date.ts';

/**
 * Parts of up to so many bytes together are sent to the child in its message, as the fetch stage
 * sends the page. Larger ones are copied to files that it reads.
 */
const SENT_BYTES = 2 ** 20;

async function inOne(
  { source, ports, signal, report }: StageInput,
  parser: ParserInput,
): Promise<PagesOutput> {
  const { snapshot, images, notes } = await ports.parser.extract(source.kind, parser, {
    signal,
    report,
  });
  return {
    snapshot,
    notes,
    thumbnail: images.thumbnail && (await storeRaster(images.thumbnail, ports.files)),
  };
}

/**
 * Input: the fetched parts. Output: the snapshot, created in child processes with heap limits and
 * deadlines; long files in batches. Sets: metadata from the text, thumbnail.
 */
export const extractStage: StageRunner = async (input) => {
  const { source, ports } = input;
  const fetched = FetchArtifact.parse(
    await ports.library.artifacts.find(source.id, source.version, 'fetch'),
  );
  const { joinPages } = kindOf(source.kind);
  const fileKeys = fetched.parts.map((part) => part.key);
  const parse = async (parts: ParserInput['parts']): Promise<PagesOutput | undefined> => {
    const parser = { url: fetched.finalUrl, facts: fetched.facts, notes: fetched.notes, parts };
    return joinPages
      ? extractPages({ ...input, joinPages, parser, fileKeys })
      : inOne(input, parser);
  };
  const size = fetched.parts.reduce((sum, part) => sum + part.size, 0);
  const read =
    joinPages || size > SENT_BYTES
      ? await withCopies(ports.files, fileKeys, (paths) =>
          parse(fetched.parts.map(({ name }, n) => ({ name, path: paths[n] ?? '' }))),
        )
      : await parse(
          await Promise.all(
            fetched.parts.map(async ({ name, key }) => ({
              name,
              bytes: await ports.files.read(key),
            })),
          ),
        );
  if (!read) return { artifact: null, later: 'more' };
  const { snapshot, notes, thumbnail } = read;
  const { readerHtml, ...text } = snapshot;
  const { key, hash } = await ports.files.putBlob(toBytes(text));
  const reader =
    readerHtml === undefined
      ? undefined
      : await ports.files.putBlob(new TextEncoder().encode(readerHtml));
  const keys: SnapshotArtifact = { snapshotKey: key, ...(reader && { readerKey: reader.key }) };
  const isPage = reader !== undefined && source.pendingVersion === null;
  const { author, pages, durationS, siteName, origin, transcript } = snapshot;
  const learnt = Object.fromEntries(
    Object.entries({
      author,
      publishedAt: isoDate(snapshot.publishedAt ?? ''),
      pages,
      durationS,
      siteName,
      origin,
      language: snapshot.language,
    }).filter(([, value]) => value !== undefined),
  );
  return {
    artifact: { ...keys, ...(notes && { notes }) } satisfies ExtractArtifact,
    // The snapshot stage of a page only passes on these keys. A refresh may be held after this stage.
    ...(isPage ? { next: 'chunk' as const } : {}),
    async also(transaction) {
      const { id, version } = source;
      await ports.library.checkpoints.drop({ sourceId: id, version }, transaction);
      if (isPage) await ports.library.artifacts.save(id, version, 'snapshot', keys, transaction);
    },
    patch: {
      contentHash: hash,
      ...(isPage ? { webpageStatus: WebpageStatus.done } : {}),
      ...(snapshot.title ? { title: snapshot.title.slice(0, 1000) } : {}),
      facts: {
        ...source.facts,
        ...learnt,
        ...(snapshot.medium === 'timed' ? { transcript } : {}),
        images: { ...source.facts.images, ...(thumbnail ? { thumbnail } : {}) },
      },
    },
  };
};
