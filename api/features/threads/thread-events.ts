import type { Context } from 'koa';
import type { SourceId } from '#core/contract/id.ts';
import type { Source } from '#core/contract/source.ts';
import type { Log } from '#config/log.ts';
import type { Library, SourceRow } from '#pipeline/library/index.ts';
import { openEvents } from '../../http/sse.ts';
import type { Threads } from './threads.ts';
import type { ThreadRow } from './threads.model.ts';

/** another process' changes are seen within this; our own at once */
const POLL_MS = 1_000;

export interface ThreadEventPorts { threads: Threads; library: Library; present(row: SourceRow): Source; log: Log }

/** Sends each source of the thread when it changes, whichever process changed it. */
export function threadEvents({ threads, library, present, log }: ThreadEventPorts, thread: ThreadRow, koa: Context, signal: AbortSignal): void {
  const sink = openEvents(koa);
  const sent = new Map<SourceId, string>();
  let since = new Date(Date.now() - 5_000);
  let busy = false;
  let again = false;

  const look = async (): Promise<void> => {
    if (busy) { again = true; return; }
    busy = true;
    try {
      const asked = new Date(Date.now() - 500);
      const rows = await library.changedSince(await threads.sourcesOf(thread.id), since);
      since = asked;
      for (const row of rows) {
        const source = present(row);
        const text = JSON.stringify(source);
        if (row.deletedAt || sent.get(row.id) === text) continue;
        sent.set(row.id, text);
        sink.send('source', source);
      }
    } catch (error) {
      log.warn({ threadId: thread.id, err: error }, 'events could not look');
    } finally { busy = false; }
    if (again && !sink.closed) {
      again = false;
      await look();
    }
  };
  const timer = setInterval(() => void look(), POLL_MS);
  const stop = library.onChange(() => void look());
  const end = () => { clearInterval(timer); stop(); sink.end(); };
  if (signal.aborted) end(); else signal.addEventListener('abort', end, { once: true });
  void look();
}
