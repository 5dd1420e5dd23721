import type { Source } from '#core/contract/source.ts';
import type { AnchorReport, RefreshReport } from '#core/contract/version.ts';
import { truncate } from './terminal-cells.ts';
import { oneLine, paint } from './output.ts';
import { shownTitle } from './source-line.ts';

/**
 * `kept`: the previous version remains, because the new one could not be read. `held`: it remains
 * until its owner has reviewed the new one. `waits`: the site limits requests.
 */
export interface Refreshed {
  source: Source;
  outcome: 'unchanged' | 'changed' | 'kept' | 'held' | 'waits';
  counts?: { added: number; removed: number; changed: number };
  report?: RefreshReport;
}

const MARK = {
  unchanged: ['dim', '='],
  changed: ['green', '✓'],
  kept: ['red', '✗'],
  held: ['yellow', '?'],
  waits: ['yellow', '·'],
} as const;
/** maximum length of a quote in a report */
const QUOTE_COLUMNS = 60;
const MOST_LINES = 20;

/** The new address of a source, if this refresh found that it moved. */
export function newAddress({ moved, refreshedAt }: Source): Source['moved'] {
  const isNew = moved && Date.parse(moved.at) >= Date.parse(refreshedAt ?? moved.at);
  return isNew ? moved : undefined;
}

function movedText(source: Source): string | undefined {
  const moved = newAddress(source);
  if (!moved) return undefined;
  return moved.takenBy === undefined
    ? `moved to ${moved.to}`
    : `moved to ${moved.to}, the address of ${moved.takenBy}`;
}

function about({ source, outcome, counts }: Refreshed): string {
  if (outcome === 'unchanged') return movedText(source) ?? 'unchanged';
  if (outcome === 'held') return 'held for review';
  if (outcome !== 'changed') return oneLine(source.refreshError?.message ?? '');
  const parts = [
    [counts?.changed, 'edited'],
    [counts?.added, 'added'],
    [counts?.removed, 'removed'],
  ]
    .filter(([count]) => Number(count) > 0)
    .map(([count, word]) => `${count} ${word}`);
  const version = `version ${source.version}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
  return [version, movedText(source) ?? []].flat().join(' · ');
}

/** In a pipe: id, outcome, title and message, separated by tabs. */
export function refreshLine(refreshed: Refreshed, columns: number | undefined): string {
  const { source, outcome } = refreshed;
  if (columns === undefined)
    return [source._id, outcome, shownTitle(source), about(refreshed)].join('\t');
  const [color, mark] = MARK[outcome];
  const summary = about(refreshed);
  const room = columns - 4 - summary.length;
  return room >= 20
    ? `${paint(color, mark)} ${truncate(shownTitle(source), room)}  ${paint('dim', summary)}`
    : `${paint(color, mark)} ${truncate(shownTitle(source), columns - 2)}\n  ${summary}`;
}

/** Says how to decide about held versions; nothing if there are none. */
export function heldLines(done: readonly Refreshed[]): string[] {
  const held = done.filter(({ outcome }) => outcome === 'held').map(({ source }) => source);
  if (held.length === 0) return [];
  return [
    'Changed completely, so the old version stays until you decide:',
    ...held.map(
      ({ _id }) =>
        `  gloss diff ${_id}, then gloss refresh ${_id} --accept or gloss refresh ${_id} --discard`,
    ),
  ];
}

const isTouched = ({ outcome }: AnchorReport): boolean =>
  outcome === 'changed' || outcome === 'lost';

/** `3 notes cite text that changed:` with the notes by thread; nothing if there are none. */
export function reportLines(done: readonly Refreshed[], columns: number | undefined): string[] {
  const touched = done.flatMap(({ source, report }) =>
    (report?.anchors ?? []).filter(isTouched).map((anchor) => ({ source, anchor })),
  );
  if (touched.length === 0) return [];
  const quote = (text: string) =>
    `“${truncate(oneLine(text), columns === undefined ? 200 : QUOTE_COLUMNS)}”`;
  const byThread = Map.groupBy(
    touched,
    ({ source, anchor }) => anchor.threadTitle ?? `highlights of ${shownTitle(source)}`,
  );
  const lines = [...byThread].flatMap(([title, ofThread]) => [
    columns === undefined ? oneLine(title) : paint('bold', oneLine(title)),
    ...ofThread
      .slice(0, MOST_LINES)
      .map(({ source, anchor }) =>
        anchor.outcome === 'changed'
          ? `  changed ${anchor.what}: ${quote(anchor.quote)} now reads ${quote(anchor.now ?? '')}`
          : `  lost ${anchor.what}: ${quote(anchor.quote)} is no longer in ${shownTitle(source)} (gloss diff ${source._id})`,
      ),
    ...(ofThread.length > MOST_LINES ? [`  and ${ofThread.length - MOST_LINES} more`] : []),
  ]);
  return [
    `${touched.length} ${touched.length === 1 ? 'note cites' : 'notes cite'} text that changed:`,
    ...lines,
  ];
}
