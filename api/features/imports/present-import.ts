import { FAULTS } from '#core/contract/faults.ts';
import type { Import, ImportItem, ImportLive, ImportWait } from '#core/contract/import.ts';
import type { ImportActivity, ImportRow, ItemCounts } from '#pipeline/library/index.ts';

const MINUTE_S = 60;
/** What to do about lines that ended for their own reason. */
const NEXT: Record<string, string> = {
  cancelled: 'Import the same file again to continue.',
  removed: 'Add it again if it is wanted.',
};
const isFault = (code: string): code is keyof typeof FAULTS => Object.hasOwn(FAULTS, code);

/** The messages of faults say first what happened, then what to do. */
export function nextStep(code: string): string | undefined {
  if (!isFault(code)) return NEXT[code];
  const [, ...steps] = FAULTS[code].message.split(/(?<=[.!?]) (?=[A-Z])/);
  return steps.length > 0 ? steps.join(' ') : undefined;
}

/** What happened and what to do next, without repetition. */
export function presentItem({ message, ...item }: ImportItem): ImportItem {
  const next = item.code === undefined ? undefined : nextStep(item.code);
  const whatHappened = next === undefined ? message : message?.replace(next, '').trim();
  return {
    ...item,
    ...(whatHappened ? { message: whatHappened } : {}),
    ...(next === undefined ? {} : { next }),
  };
}

export function presentImport(
  row: ImportRow,
  counts: ItemCounts | undefined,
  waitsFor: ImportWait | undefined,
): Import {
  const {
    waiting = 0,
    running = 0,
    added = 0,
    duplicate = 0,
    skipped = 0,
    failed = 0,
  } = counts ?? {};
  return {
    _id: row.id,
    name: row.name,
    state: row.state,
    ...(waitsFor && { waitsFor }),
    createdAt: new Date(row.createdAt).toISOString(),
    ...(row.format === null ? {} : { format: row.format }),
    ...(row.threadId === null ? {} : { threadId: row.threadId }),
    ...(row.finishedAt === null ? {} : { finishedAt: new Date(row.finishedAt).toISOString() }),
    total: waiting + running + added + duplicate + skipped + failed,
    queued: waiting,
    running,
    ready: added,
    failed,
    duplicates: duplicate,
    skipped,
  };
}

/** `now` in ms. Estimates the speed of an import younger than a minute from its average. */
export function presentLive(
  it: Import,
  { stages, lanes, settled, lastErrors }: ImportActivity,
  now: number,
): ImportLive {
  const minutes = Math.min(1, Math.max(1 / MINUTE_S, (now - Date.parse(it.createdAt)) / 60_000));
  const perMinute = Math.round(settled / minutes);
  const remaining = it.queued + it.running;
  return {
    ...it,
    stages,
    perMinute,
    lastErrors,
    ...(perMinute > 0 && remaining > 0
      ? { secondsLeft: Math.round((remaining / perMinute) * MINUTE_S) }
      : {}),
    hosts: lanes.map(({ heldUntil, ...lane }) => ({
      ...lane,
      ...(heldUntil === undefined ? {} : { heldUntil: new Date(heldUntil).toISOString() }),
    })),
  };
}
