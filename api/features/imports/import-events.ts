import type { Context } from 'koa';
import type { ImportItem, ImportLive } from '#core/contract/import.ts';
import type { ImportId } from '#core/contract/id.ts';
import type { Log } from '#config/log.ts';
import type { Imports, Library } from '#pipeline/library/index.ts';
import { openEvents } from '../../http/sse.ts';
import { presentItem } from './present-import.ts';

/** interval of checks for changes of other processes, in ms */
const LOOK_MS = 500;
/** Two processes may settle lines in another order than their clocks say. */
const LOOK_BACK_MS = 2_000;
const ITEMS_AT_ONCE = 500;

export interface ImportEventPorts {
  imports: Imports;
  library: Library;
  log: Log;
  live(): Promise<ImportLive | undefined>;
}
const stateKey = (item: ImportItem): string => `${item.line} ${item.entry} ${item.state}`;

/**
 * Sends the import's progress at most twice a second and only when it changes, and each entry when
 * it is done. Ends after the import.
 */
export function importEvents(
  { imports, library, log, live }: ImportEventPorts,
  id: ImportId,
  koa: Context,
  signal: AbortSignal,
): void {
  const sink = openEvents(koa);
  let since = Date.now();
  let sentStates = new Map<string, number>();
  let last = '';
  let dirty = true;
  let idleLooks = 0;

  const items = async (): Promise<void> => {
    for (;;) {
      const settled = await imports.settledSince(
        id,
        since - LOOK_BACK_MS,
        ITEMS_AT_ONCE + sentStates.size,
      );
      const fresh = settled.filter(({ item }) => !sentStates.has(stateKey(item)));
      for (const { at, item } of fresh) {
        sentStates.set(stateKey(item), at);
        sink.send('item', presentItem(item));
      }
      since = Math.max(since, ...fresh.map(({ at }) => at));
      sentStates = new Map([...sentStates].filter(([, at]) => at >= since - LOOK_BACK_MS));
      if (fresh.length < ITEMS_AT_ONCE) return;
    }
  };
  const look = async (): Promise<void> => {
    try {
      await items();
      const state = await live();
      if (!state) return end();
      const text = JSON.stringify(state);
      if (text !== last) sink.send('import', state);
      last = text;
      if (state.finishedAt === undefined) return;
      await items();
      end();
    } catch (error) {
      log.warn({ importId: id, err: error }, 'could not check an import for changes');
    }
  };
  let busy = false;
  const timer = setInterval(() => {
    idleLooks += 1;
    // Changes of other processes are read from the database; those of this one are known at once.
    if (busy || (!dirty && idleLooks % 2 === 1)) return;
    dirty = false;
    busy = true;
    void look().finally(() => {
      busy = false;
    });
  }, LOOK_MS);
  const deaf = [
    imports.onChange((changed) => {
      dirty ||= changed === id;
    }),
    library.onChange(() => {
      dirty = true;
    }),
  ];
  function end(): void {
    clearInterval(timer);
    for (const stop of deaf) stop();
    sink.end();
  }
  if (signal.aborted) return end();
  signal.addEventListener('abort', end, { once: true });
  busy = true;
  void look().finally(() => {
    busy = false;
  });
}
