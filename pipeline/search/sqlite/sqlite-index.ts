import type { Log } from '#config/log.ts';
import type { SearchIndex } from '../contract.ts';
import { IndexThread } from './thread.ts';

/**
 * The embedded index: SQLite FTS5 in a file of its own, which may be deleted at any time and is then empty.
 * Several processes may hold the same file. Reads and writes have a thread each, so a search never waits for a long source to be written.
 */
export function createSqliteIndex({ file, log }: { file: string; log: Log }): SearchIndex {
  const reader = new IndexThread(file, log);
  const writer = new IndexThread(file, log);
  return {
    engine: 'sqlite',
    replace: (source, chunks) => writer.call('replace', source, chunks),
    append: (source, chunks) => writer.call('append', source, chunks),
    remove: (sourceId) => writer.call('remove', sourceId),
    search: (query) => reader.call('search', query),
    counts: () => reader.call('counts'),
    models: async () => [],
    held: () => reader.call('held'),
    clear: () => writer.call('clear'),
    close: async () => { await Promise.all([reader.close(), writer.close()]); },
  };
}
