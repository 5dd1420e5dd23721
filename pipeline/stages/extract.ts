import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeScratch, scratchFolder } from '#pipeline/net/scratch-folder.ts';
import { toBytes } from '#pipeline/library/read-artifacts.ts';
import { FetchArtifact, type StageRunner } from './contract.ts';
import { keepRaster } from './keep-image.ts';

/** Reads: the fetched parts. Returns: the snapshot, made in a child process under a heap cap and a deadline. Sets: what was learnt, the thumbnail. */
export const extractStage: StageRunner = async ({ source, ports, signal, report }) => {
  const fetched = FetchArtifact.parse(await ports.library.artifact(source.id, source.version, 'fetch'));
  const folder = await scratchFolder('extract');
  try {
    const parts = await Promise.all(fetched.parts.map(async (part, n) => {
      const path = join(folder, String(n));
      await writeFile(path, await ports.files.read(part.key));
      return { name: part.name, path };
    }));
    const { snapshot, images } = await ports.parser.extract(source.kind, { url: fetched.finalUrl, facts: fetched.facts, notes: fetched.notes, parts }, { signal, report });
    const { key, hash } = await ports.files.putBlob(toBytes(snapshot));
    const thumbnail = images.thumbnail && await keepRaster(images.thumbnail, ports.files);
    const { author, publishedAt, pages, durationS, siteName, origin } = snapshot;
    const learnt = Object.fromEntries(Object.entries({ author, publishedAt, pages, durationS, siteName, origin, language: snapshot.language }).filter(([, value]) => value !== undefined));
    return {
      artifact: { snapshotKey: key },
      patch: {
        contentHash: hash, ...(snapshot.title ? { title: snapshot.title.slice(0, 1000) } : {}),
        facts: { ...source.facts, ...learnt, images: { ...source.facts.images, ...(thumbnail ? { thumbnail } : {}) } },
      },
    };
  } finally {
    await removeScratch(folder);
  }
};
