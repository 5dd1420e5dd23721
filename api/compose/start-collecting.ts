import type { Log } from '#config/log.ts';
import type { FileCollector, Library } from '#pipeline/library/index.ts';

/** Soon after something was removed here; as often for what others removed. */
const SOON_MS = 300;
const OFTEN_MS = 15_000;

/** Takes what was removed out of the file store for as long as the server runs. */
export function startCollecting({ collector, library, log }: { collector: Pick<FileCollector, 'collect'>; library: Pick<Library, 'onChange'>; log: Log }): { soon(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const collect = () => {
    timer = undefined;
    running = collector.collect().then(
      (count) => { if (count > 0) log.info({ count }, 'removed files were deleted'); },
      (error: unknown) => { log.warn({ err: error }, 'removed files are not deleted yet'); },
    );
  };
  const soon = () => { if (!isStopped) timer ??= setTimeout(collect, SOON_MS); };
  const stopListening = library.onChange(soon);
  const often = setInterval(soon, OFTEN_MS);
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
