import { existsSync } from 'node:fs';
import { getLoadablePath } from 'sqlite-vec';
import type { Log } from '#config/log.ts';
import type { SearchIndex } from '../contract.ts';
import { IndexThread } from './index-thread.ts';

/**
 * The embedded index: an SQLite file of its own, which may be deleted at any time and is then
 * empty. Several processes may hold the same file. Reads and writes have a thread each, so a search
 * never waits for a long source to be written. `isSmall`: one thread for both, which takes half the
 * memory. `extension`: where sqlite-vec is, default where npm put it. Without one that can be
 * loaded, passages are found by words alone.
 */
export function createSqliteIndex({
  file,
  log,
  isSmall = false,
  extension = packaged(),
}: {
  file: string;
  log: Log;
  isSmall?: boolean;
  extension?: string;
}): SearchIndex {
  const reader = new IndexThread({ file, extension, log });
  const writer = isSmall ? reader : new IndexThread({ file, extension, log });
  return {
    engine: 'sqlite',
    replace: (source, chunks) => writer.call('replace', source, chunks),
    append: (source, chunks) => writer.call('append', source, chunks),
    remove: (sourceId) => writer.call('remove', sourceId),
    search: (query) => reader.call('search', query),
    async warmUp() {
      if (!existsSync(file)) return;
      // A call for each: a question that somebody asks meanwhile waits for one of them at most.
      for (let turn = 0; await reader.call('rehearse', turn); ) turn += 1;
    },
    counts: () => reader.call('counts'),
    models: (scope) => reader.call('models', scope),
    unavailableReason: () => reader.call('lack'),
    held: () => reader.call('held'),
    clear: () => writer.call('clear'),
    close: async () => {
      await Promise.all([reader.close(), writer.close()]);
    },
  };
}

/**
 * It throws where there is none for this machine; the path that is given then cannot be loaded, and
 * says so.
 */
function packaged(): string {
  try {
    return getLoadablePath();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
