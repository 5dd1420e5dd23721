import type { Context } from 'koa';
import { Fault } from '#core/contract/faults.ts';
import type { SourceId, UserId } from '#core/contract/id.ts';
import { withoutOwnFields, type Source } from '#core/contract/source.ts';
import type { ThreadUpdate } from '#core/contract/thread.ts';
import type { Log } from '#config/log.ts';
import type { Library, SourceRow } from '#pipeline/library/index.ts';
import { openEvents } from '../../http/sse.ts';
import type { Threads } from './threads.ts';
import type { ThreadRow } from './threads.model.ts';
import type { ThreadWatch } from './thread-watch.ts';

export interface ThreadEventPorts {
  threads: Threads;
  watch: ThreadWatch;
  library: Library;
  present(row: SourceRow): Source;
  log: Log;
}

/**
 * Sends each source of the thread when it changes, and the thread's sources and the viewer's role
 * when these change, in any process; `gone` when the viewer may not see it any more.
 */
export function threadEvents(
  { threads, watch, library, present, log }: ThreadEventPorts,
  thread: ThreadRow,
  viewer: UserId | undefined,
  koa: Context,
  signal: AbortSignal,
): void {
  const sink = openEvents(koa);
  const sent = new Map<SourceId, string>();
  let lastSent = '';
  let since = new Date(Date.now() - 5_000);
  let busy = false;
  let again = false;

  const tell = async (): Promise<void> => {
    const asked = new Date(Date.now() - 500);
    const { title, visibility, role } = await threads.visible(viewer, thread.id);
    const sourceIds = await threads.sources.of(thread.id);
    watching.setSources(sourceIds);
    const now: ThreadUpdate = {
      title,
      visibility,
      role,
      thread_sources: sourceIds.map((source) => ({ source })),
    };
    const text = JSON.stringify(now);
    if (text !== lastSent) sink.send('thread', now);
    lastSent = text;
    const rows = await library.changedSince(sourceIds, since);
    since = asked;
    for (const row of rows) {
      const shown = present(row);
      const source = viewer === row.ownerId ? shown : withoutOwnFields(shown);
      const changed = JSON.stringify(source);
      if (row.deletedAt || sent.get(row.id) === changed) continue;
      sent.set(row.id, changed);
      sink.send('source', source);
    }
  };
  const look = async (): Promise<void> => {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    try {
      await tell();
    } catch (error) {
      if (error instanceof Fault && (error.code === 'absent' || error.code === 'not_signed_in')) {
        sink.send('gone', {});
        end();
      } else log.warn({ threadId: thread.id, err: error }, 'could not check a thread for changes');
    } finally {
      busy = false;
    }
    if (again && !sink.closed) {
      again = false;
      await look();
    }
  };
  const watching = watch.watch(thread.id, () => void look());
  const end = () => {
    watching.stop();
    sink.end();
  };
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  void look();
}
