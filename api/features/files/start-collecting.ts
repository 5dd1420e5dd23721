import type { Log } from '#config/log.ts';
import type { FileCollector, Library } from '#pipeline/library/index.ts';

/** Delay after something was deleted here or had to wait; also the interval for other processes. */
const SOON_MS = 300;
const AGAIN_MS = 3_000;
const OFTEN_MS = 15_000;

/** Removes deleted files from the file store while the server runs. */
export function startCollecting({
  collector,
  library,
  log,
}: {
  collector: Pick<FileCollector, 'collect'>;
  library: Pick<Library, 'onChange'>;
  log: Log;
}): { soon(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const collect = () => {
    timer = undefined;
    running = collector.collect().then(
      ({ count, isLeft }) => {
        if (count > 0) log.info({ count }, 'removed files were deleted');
        if (isLeft) soon(AGAIN_MS);
      },
      (error: unknown) => {
        log.warn({ err: error }, 'removed files are not deleted yet');
      },
    );
  };
  const soon = (ms = SOON_MS) => {
    if (!isStopped) timer ??= setTimeout(collect, ms);
  };
  const stopListening = library.onChange(() => soon());
  const often = setInterval(() => soon(), OFTEN_MS);
  soon();
  return {
    soon,
    async stop() {
      isStopped = true;
      stopListening();
      clearInterval(often);
      clearTimeout(timer);
      await running;
    },
  };
}
