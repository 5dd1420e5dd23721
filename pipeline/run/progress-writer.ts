import type { SourceId } from '#core/contract/id.ts';
import type { Log } from '#config/log.ts';
import type { Database, Library } from '#pipeline/library/index.ts';

const EVERY_MS = 200;

/** The progress of one run of a stage. */
interface Progress {
  report(done: number, total: number): void;
  /** Drops unwritten progress. Call this before the end of the stage is committed. */
  end(): void;
}
/** Returns the progress of the stage that begins. */
export type BeginProgress = (sourceId: SourceId) => Progress;

/**
 * Writes the progress of running stages, in one transaction for all that changed. A lost update
 * does no harm, and a short stage causes no write.
 */
export function createProgressWriter({
  database,
  log,
  ports: { library },
}: {
  database: Database;
  log: Log;
  ports: { library: Library };
}): BeginProgress {
  const moved = new Map<SourceId, { progressDone: number; progressTotal: number }>();
  let timer: NodeJS.Timeout | undefined;
  const write = (): void => {
    timer = undefined;
    if (moved.size === 0) return;
    database
      .write(async (transaction) => {
        const batch = [...moved];
        moved.clear();
        for (const [sourceId, progress] of batch)
          await library.patch(sourceId, progress, transaction);
      })
      .catch((error: unknown) => log.warn({ err: error }, 'progress not kept'));
  };
  return (sourceId) => {
    let isOver = false;
    return {
      report(progressDone, progressTotal) {
        if (isOver) return;
        moved.set(sourceId, { progressDone, progressTotal });
        timer ??= setTimeout(write, EVERY_MS).unref();
      },
      end() {
        isOver = true;
        moved.delete(sourceId);
      },
    };
  };
}
