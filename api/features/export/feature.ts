import type { ThreadId } from '#core/contract/id.ts';
import type { Database, FileStore, Library } from '#pipeline/library/index.ts';
import type { Queue } from '#pipeline/queue/index.ts';
import type { CollabServer } from '../../collab/index.ts';
import type { Feature } from '../../http/feature.ts';
import type { SafeTexts } from '../../text-process/index.ts';
import type { Answers } from '../ask/index.ts';
import type { Signer } from '../content/index.ts';
import type { Files } from '../files/index.ts';
import type { Threads } from '../threads/index.ts';
import { exportRoutes } from './routes.ts';
import { ThreadImporter, type ThreadImporterPorts } from './thread-importer.ts';

export interface ExportParts {
  database: Database;
  library: Library;
  files: FileStore;
  uploads: Files;
  queue: Queue;
  threads: Threads;
  answers: Answers;
  collab: CollabServer;
  signer: Signer;
  publicUrl: string;
  staging: Pick<ThreadImporterPorts, 'plan' | 'planBookmark'>;
  safeTexts: SafeTexts;
  settings: { maxPdfBytes: number };
}

/** Export and import of threads. */
export function createExportFeature(parts: ExportParts): Feature {
  const { database, library, uploads, queue, threads, answers, collab, signer } = parts;
  const readNotes = (id: ThreadId) => collab.readDocument(id);
  return {
    name: 'export',
    routes: exportRoutes({
      threads,
      library,
      uploads,
      store: parts.files,
      answers,
      readNotes,
      seal: (sha256, type) => signer.seal(sha256, type),
      publicUrl: parts.publicUrl,
      texts: parts.safeTexts,
      bringIn: new ThreadImporter({
        database,
        threads,
        library,
        queue,
        uploads,
        answers,
        signer,
        plan: parts.staging.plan,
        planBookmark: parts.staging.planBookmark,
        readNotes,
        appendBlocks: (id, nodes) => collab.appendBlocks(id, nodes),
        maxPdfBytes: parts.settings.maxPdfBytes,
      }),
    }),
  };
}
