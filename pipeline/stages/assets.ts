import { Fault } from '#core/contract/faults.ts';
import type { SourceRow, StoredImages } from '#pipeline/library/index.ts';
import { kindOf } from '#pipeline/sources/registry.ts';
import {
  FetchArtifact,
  SnapshotArtifact,
  type AssetsArtifact,
  type StageInput,
  type StagePorts,
  type StageRunner,
} from './contract.ts';
import { storeIcon, storeImage } from './store-image.ts';

const IMAGES = {
  icon: 'iconUrl',
  preview: 'previewImageUrl',
  channelIcon: 'channelIconUrl',
} as const satisfies Partial<Record<keyof StoredImages, string>>;

/** Tells whether a version with ready text has images or page files to save. */
export async function needsAssets(
  { id, version, medium, facts }: SourceRow,
  { library }: Pick<StagePorts, 'library'>,
): Promise<boolean> {
  const [saved, snapshot] = await Promise.all([
    library.artifacts.find(id, version, 'assets'),
    library.artifacts.find(id, version, 'snapshot'),
  ]);
  if (saved !== undefined || SnapshotArtifact.safeParse(snapshot).data?.webKey !== undefined)
    return false;
  return medium === 'flow' || Object.values(IMAGES).some((url) => facts[url] !== undefined);
}

/**
 * Input: what the fetch stage stored of a source that is ready. Output: its images and the files
 * that its page needs, as far as they are available. Runs as a separate job, and reads the current
 * version, even while a refresh reads another.
 */
export const assetsStage: StageRunner = async (input) => {
  const { source, ports } = input;
  const fetched = FetchArtifact.safeParse(
    await ports.library.artifacts.find(source.id, source.version, 'fetch'),
  ).data;
  const [images, assets] = await Promise.all([
    storeImages(input, fetched?.facts ?? source.facts),
    fetched && storeAssets(input, fetched),
  ]);
  return { artifact: { images, notes: {}, parts: [], ...assets } satisfies AssetsArtifact };
};

async function storeImages(input: StageInput, facts: FetchArtifact['facts'] | SourceRow['facts']) {
  const stored = await Promise.all(
    (Object.keys(IMAGES) as (keyof typeof IMAGES)[]).map(async (name) => {
      const store = name === 'preview' ? storeImage : storeIcon;
      const image = await store(facts[IMAGES[name]], input);
      return image ? [[name, image] as const] : [];
    }),
  );
  return Object.fromEntries(stored.flat());
}

/** Sources fetched by earlier versions of Gloss have their resources already. */
async function storeAssets(
  { source, ports, signal, log }: StageInput,
  { notes }: FetchArtifact,
): Promise<Pick<AssetsArtifact, 'notes' | 'parts'> | undefined> {
  const kind = kindOf(source.kind);
  if (!kind.fetchAssets || 'resources' in notes) return undefined;
  const { net, parser, files, scanner } = ports;
  const assets = await kind.fetchAssets({ notes, net, signal, readBytes: parser.readBytes });
  const parts: AssetsArtifact['parts'] = [];
  for (const { name, contentType, bytes } of assets.parts) {
    try {
      await scanner?.check(bytes);
    } catch (error) {
      if (!(error instanceof Fault) || error.code === 'unavailable') throw error;
      log.info({ sourceId: source.id, code: error.code }, 'a file of a page is not kept');
      continue;
    }
    const { key, size } = await files.putBlob(bytes);
    parts.push({ name, contentType, key, size });
  }
  return { notes: assets.notes, parts };
}
