import { textLength } from '#core/text/text-length.ts';
import { z } from 'zod';
import type { Library, SourceRow } from '#pipeline/library/index.ts';
import type { PassagesOf } from '../answer/context.ts';

type Passages = Awaited<ReturnType<Library['chunks']['of']>>;
const MAX_KEPT_CHARS = 8_000_000;
/** below the average length of a passage; sources with too many passages for this are not read */
const LEAST_CHARS = 250;
const ChunkArtifact = z.object({ chunks: z.number() });

/**
 * Reads passages of sources. Caches those of small sources in memory, because every question needs
 * them.
 */
export function sourcePassages(library: Library): PassagesOf {
  const cache = new Map<string, { passages: Passages; chars: number }>();
  let keptChars = 0;

  function keep(key: string, passages: Passages, chars: number): void {
    cache.set(key, { passages, chars });
    keptChars += chars;
    for (const [oldest, it] of cache) {
      if (keptChars <= MAX_KEPT_CHARS) return;
      cache.delete(oldest);
      keptChars -= it.chars;
    }
  }
  async function read(
    { id, version, readyThrough }: SourceRow,
    mostChars: number,
  ): Promise<Passages | undefined> {
    const key = `${id}@${version}`;
    const known = cache.get(key);
    if (known) return known.chars <= mostChars ? known.passages : undefined;
    const count = ChunkArtifact.safeParse(await library.artifacts.find(id, version, 'chunk')).data
      ?.chunks;
    if ((count ?? 0) * LEAST_CHARS > mostChars) return undefined;
    const passages = await library.chunks.of(id, version);
    const chars = textLength(passages);
    // A source that is still processed gets more passages later.
    if (count !== undefined && readyThrough === null && chars <= MAX_KEPT_CHARS / 50)
      keep(key, passages, chars);
    return chars <= mostChars ? passages : undefined;
  }

  return async (ownerId, sourceIds, mostChars) => {
    const rows = sourceIds.length === 0 ? [] : await library.ofOwner(ownerId, sourceIds);
    const found = await Promise.all(
      rows.map(async (row) => ({ id: row.id, passages: await read(row, mostChars) })),
    );
    return new Map(
      found.flatMap(({ id, passages }) =>
        passages && passages.length > 0 ? [[id, passages] as const] : [],
      ),
    );
  };
}
