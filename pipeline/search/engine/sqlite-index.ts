import { existsSync } from 'node:fs';
import { getLoadablePath } from 'sqlite-vec';
import type { Log } from '#config/log.ts';
import type { SourceType } from '#core/contract/source.ts';
import type { EmbeddedIndex, IndexHit } from '../contract.ts';
import { IndexThread } from './index-thread.ts';

/**
 * The embedded index: one SQLite file, which may be deleted at any time and is then empty. Several
 * processes may open the same file. Reads and writes use separate threads, so a search never waits
 * for a long write. `isSmall`: one thread for both, which halves the memory. `extension`: path of
 * sqlite-vec, by default the npm package's; if it can't be loaded, only words are searched.
 * `onFilling`: called when the file was opened new, or in place of a damaged one, and does not hold
 * every ready source yet.
 */
export function createSqliteIndex<Type extends string = SourceType>({
  file,
  log,
  isSmall = false,
  extension = packagedExtension(),
  onFilling = () => undefined,
}: {
  file: string;
  log: Log;
  isSmall?: boolean;
  extension?: string;
  onFilling?(): void;
}): EmbeddedIndex<Type> {
  const open = () => new IndexThread({ file, extension, log, onFilling });
  const reader = open();
  const writer = isSmall ? reader : open();
  return {
    engine: 'sqlite',
    replace: (source, chunks) => writer.call('replace', source, chunks),
    replaceMany: (entries) => writer.call('replaceMany', entries),
    append: (source, chunks) => writer.call('append', source, chunks),
    remove: (sourceId) => writer.call('remove', [sourceId]),
    removeMany: (sourceIds) => writer.call('remove', sourceIds),
    // The file contains only the types that were written to it.
    search: (query) => reader.call('search', query) as Promise<IndexHit<Type>[]>,
    async warmUp() {
      if (!existsSync(file)) return;
      // One call per question, so that a real question waits for at most one of them.
      for (let turn = 0; await reader.call('warmUp', turn); ) turn += 1;
    },
    counts: () => reader.call('counts'),
    models: (scope) => reader.call('models', scope),
    unavailableReason: () => reader.call('unavailableReason'),
    indexedSources: () => reader.call('held'),
    verify: () => writer.call('verify'),
    filledSources: (ownerId) => reader.call('filledSources', ownerId),
    endFilling: (epoch) => writer.call('endFilling', epoch),
    clear: () => writer.call('clear'),
    close: async () => {
      await Promise.all([reader.close(), writer.close()]);
    },
  };
}

/**
 * `getLoadablePath` throws on machines without a build. Returning its message as the path makes
 * loading fail with that message.
 */
function packagedExtension(): string {
  try {
    return getLoadablePath();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
