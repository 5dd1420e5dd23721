import type { ThreadId } from '#core/contract/id.ts';
import type { Log } from '#config/log.ts';
import {
  createFileCollector,
  type Database,
  type FileStore,
  type Library,
  type Upload,
} from '#pipeline/library/index.ts';
import type { Feature } from '../../http/feature.ts';
import type { Signer } from '../content/index.ts';
import type { Threads } from '../threads/index.ts';
import { Files, type FilesPorts } from './files.ts';
import { fileRoutes } from './routes.ts';
import { startCollecting } from './start-collecting.ts';

export interface FilesParts {
  database: Database;
  /** stores the bytes */
  files: FileStore;
  library: Library;
  threads: Threads;
  signer: Signer;
  scanner: FilesPorts['scanner'] | undefined;
  settings: { maxPdfBytes: number };
  log: Log;
}
export interface FilesFeature extends Feature {
  uploads: Files;
  /** the thread's uploaded files, by key and by name */
  uploadsOf(threadId: ThreadId): Promise<ReadonlyMap<string, Upload>>;
  /** Deletes the files of a deleted thread. */
  forgetThread(threadId: ThreadId): Promise<void>;
  /** Deletes files without references. */
  sweep(): Promise<void>;
}

/** Uploaded files of threads, and the deletion of unused files. */
export function createFilesFeature(parts: FilesParts): FilesFeature {
  const { database, files, library, threads, signer, scanner, settings, log } = parts;
  const uploads = new Files({
    database,
    store: files,
    removals: library.removals,
    ...(scanner && { scanner }),
  });
  const collector = createFileCollector({ database, files, log });
  const collecting = startCollecting({ collector, library, log });
  return {
    name: 'files',
    uploads,
    uploadsOf: async (threadId) =>
      new Map(
        (await uploads.list(threadId)).flatMap((file) => [
          [file.name, file],
          [file.key, file],
        ]),
      ),
    async forgetThread(threadId) {
      await uploads.forgetThread(threadId);
      collecting.soon();
    },
    async sweep() {
      await collector.sweep();
    },
    routes: fileRoutes({
      files: uploads,
      threads,
      signer,
      maxBytes: settings.maxPdfBytes,
      onRemoved: () => collecting.soon(),
    }),
    close: () => collecting.stop(),
  };
}
