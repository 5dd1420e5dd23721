/** An action on the selected sources, with progress, results and retry. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { MAX_BULK_SOURCES, type BulkResult, type BulkAction } from '#core/contract/library.ts';
import type { Source } from '#core/contract/source.ts';
import { messageOf } from '#ui/client/api.ts';
import { libraryApi } from '#ui/client/library-api.ts';
import { keys } from '#ui/client/queries.ts';
import { toast } from '#ui/kit/toast.ts';
import { manyTexts as texts } from './texts.ts';
import { listFile, type ListFormat } from './list-export.ts';
import { runMany, type ManyOutcome } from './run-many.ts';

type WithoutIds<T> = T extends { ids: unknown } ? Omit<T, 'ids'> : never;
/** A bulk action of the server, or exporting the list as a file. */
export type ManyTask = WithoutIds<BulkAction> | { what: 'export'; format: ListFormat };
export interface ManyState {
  task: ManyTask;
  total: number;
  tried: number;
  outcome?: ManyOutcome;
}

/** batch size that takes about a second */
const AT_ONCE = {
  thread: MAX_BULK_SOURCES,
  refresh: 50,
  schedule: 100,
  retry: 50,
  tag: MAX_BULK_SOURCES,
  flag: 100,
  trash: 50,
  restore: 50,
  delete: 50,
  export: 60,
} satisfies Record<ManyTask['what'], number>;

function save(sources: readonly Source[], format: ListFormat): void {
  const { text, name, contentType } = listFile(sources, format);
  const url = URL.createObjectURL(new Blob([text], { type: contentType }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Whether the action changes flags of a source; unchanged sources need no undo. */
const changesFlags = (
  { add, remove }: Extract<ManyTask, { what: 'flag' }>,
  { flags = [] }: Source,
): boolean => add.some((it) => !flags.includes(it)) || remove.some((it) => flags.includes(it));

export function useMany() {
  const cache = useQueryClient();
  const [state, setState] = useState<ManyState>();
  const stop = useRef(new AbortController());

  /** `onDone`: the next action, for the toast. */
  const run = async (
    task: ManyTask,
    ids: readonly string[],
    onDone?: { label: string; onClick: () => void },
  ): Promise<void> => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    const collected: Source[] = [];
    const changed: string[] = [];
    const act = async (some: string[]): Promise<BulkResult> => {
      if (task.what === 'flag') {
        const before = await libraryApi.rows(some, signal);
        changed.push(...before.filter((it) => changesFlags(task, it)).map((it) => it._id));
      }
      if (task.what !== 'export') return libraryApi.many({ ...task, ids: some } as BulkAction);
      const rows = await libraryApi.rows(some, signal);
      collected.push(...rows);
      return { done: rows.map((it) => it._id), left: [] };
    };
    setState({ task, total: ids.length, tried: 0 });
    const outcome = await runMany(ids, act, {
      atOnce: AT_ONCE[task.what],
      signal,
      onStep: (tried) => setState({ task, total: ids.length, tried }),
    });
    if (task.what === 'export') {
      if (outcome.rest.length === 0) save(collected, task.format);
    } else {
      await cache.invalidateQueries({ queryKey: keys.sources });
      for (const queryKey of [keys.threads, keys.anyThread, keys.searchNames])
        void cache.invalidateQueries({ queryKey });
    }
    const undo = (inverse: ManyTask, some: readonly string[]) => ({
      label: texts.undo,
      onClick: () => void run(inverse, some),
    });
    const action =
      task.what === 'trash'
        ? undo({ what: 'restore' }, ids)
        : task.what === 'flag' && changed.length > 0
          ? undo({ what: 'flag', add: task.remove, remove: task.add }, changed)
          : onDone;
    if (outcome.done > 0 && outcome.rest.length === 0)
      toast.success(texts.done[task.what](outcome.done), action && { action });
    if (outcome.done === 0 && outcome.left.length + outcome.rest.length === 0)
      toast.info(texts.nothing);
    // Failures stay visible until they are dismissed.
    const isComplete = outcome.rest.length === 0 && outcome.left.length === 0;
    setState(
      isComplete
        ? undefined
        : { task, total: ids.length, tried: ids.length - outcome.rest.length, outcome },
    );
  };
  return {
    state,
    run,
    stop: () => stop.current.abort(),
    goOn: () => {
      if (state?.outcome) void run(state.task, state.outcome.rest);
    },
    close: () => setState(undefined),
    why: state?.outcome?.error === undefined ? undefined : messageOf(state.outcome.error),
  };
}
