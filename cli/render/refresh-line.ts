import type { Source } from '#core/contract/source.ts';
import type { AnchorReport, RefreshReport } from '#core/contract/version.ts';
import { cut } from './fit.ts';
import { oneLine, paint } from './output.ts';

/**
 * `kept`: the previous version remains, because the new one could not be read. `waits`: the site
 * limits requests.
 */
export interface Refreshed {
  source: Source;
  outcome: 'unchanged' | 'changed' | 'kept' | 'waits';
  counts?: { added: number; removed: number; changed: number };
  report?: RefreshReport;
}

const MARK = {
  unchanged: ['dim', '='],
  changed: ['green', '✓'],
  kept: ['red', '✗'],
  waits: ['yellow', '·'],
} as const;
/** a quote in a report takes this much of a line */
const QUOTE_COLUMNS = 60;
const MOST_LINES = 20;

function about({ source, outcome, counts }: Refreshed): string {
  if (outcome === 'unchanged') return 'unchanged';
  if (outcome !== 'changed') return oneLine(source.refreshError?.message ?? '');
  const parts = [
    [counts?.changed, 'edited'],
    [counts?.added, 'added'],
    [counts?.removed, 'removed'],
  ]
    .filter(([count]) => Number(count) > 0)
    .map(([count, word]) => `${count} ${word}`);
  return `version ${source.version}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
}

/** In a pipe: id, outcome, title and message, separated by tabs. */
export function refreshLine(refreshed: Refreshed, columns: number | undefined): string {
  const { source, outcome } = refreshed;
  if (columns === undefined)
    return [source._id, outcome, oneLine(source.title), about(refreshed)].join('\t');
  const [color, mark] = MARK[outcome];
  const summary = about(refreshed);
  const room = columns - 4 - summary.length;
  return room >= 20
    ? `${paint(color, mark)} ${cut(oneLine(source.title), room)}  ${paint('dim', summary)}`
    : `${paint(color, mark)} ${cut(oneLine(source.title), columns - 2)}\n  ${summary}`;
}

const isTouched = ({ outcome }: AnchorReport): boolean =>
  outcome === 'changed' || outcome === 'lost';

/** `3 notes rest on text that changed:` with the notes by thread; nothing if there are none. */
export function reportLines(done: readonly Refreshed[], columns: number | undefined): string[] {
  const touched = done.flatMap(({ source, report }) =>
    (report?.anchors ?? []).filter(isTouched).map((anchor) => ({ source, anchor })),
  );
  if (touched.length === 0) return [];
  const quote = (text: string) =>
    `“${cut(oneLine(text), columns === undefined ? 200 : QUOTE_COLUMNS)}”`;
  const byThread = Map.groupBy(
    touched,
    ({ source, anchor }) => anchor.threadTitle ?? `highlights of ${oneLine(source.title)}`,
  );
  const lines = [...byThread].flatMap(([title, ofThread]) => [
    columns === undefined ? oneLine(title) : paint('bold', oneLine(title)),
    ...ofThread
      .slice(0, MOST_LINES)
      .map(({ source, anchor }) =>
        anchor.outcome === 'changed'
          ? `  changed ${anchor.what}: ${quote(anchor.quote)} now reads ${quote(anchor.now ?? '')}`
          : `  lost ${anchor.what}: ${quote(anchor.quote)} is not in ${oneLine(source.title)} any more (gloss diff ${source._id})`,
      ),
    ...(ofThread.length > MOST_LINES ? [`  and ${ofThread.length - MOST_LINES} more`] : []),
  ]);
  return [
    `${touched.length} ${touched.length === 1 ? 'note rests' : 'notes rest'} on text that changed:`,
    ...lines,
  ];
}
