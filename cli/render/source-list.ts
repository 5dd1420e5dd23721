/** The live view: one line per source, then a summary. */
import { createElement as h } from 'react';
import { Box, Text } from 'ink';
import type { Source, SourceState } from '#core/contract/source.ts';
import { truncate, cellWidth } from './terminal-cells.ts';
import { oneLine, paint } from './output.ts';
import {
  isUnreadable,
  isWorking,
  MARK,
  progressText,
  reason,
  shownTitle,
  totals,
} from './source-line.ts';

export interface RejectedInput {
  input: string;
  message: string;
}
export interface SourceListProps {
  sources: readonly Source[];
  /** inputs that could not be added */
  refused?: readonly RejectedInput[];
  /** the number of inputs added so far, while they are added */
  adding?: { done: number; total: number } | undefined;
  startedAt: number;
  now: number;
  /** of the terminal */
  rows?: number;
  columns?: number;
}
/** further sources are only counted */
const MOST_SHOWN = 20;
/** of a line */
const TITLE_SHARE = 0.55;
/** lines for the summary, the count of the rest and the prompt */
const OTHER_LINES = 4;

interface RowProps {
  state: SourceState;
  title: string;
  about: string;
}
function Row({
  state,
  title,
  about,
  titleWidth,
  columns,
}: RowProps & { titleWidth: number; columns: number }) {
  const [color, mark] = MARK[state];
  return h(
    Box,
    { gap: 2 },
    h(
      Box,
      { width: titleWidth + 2, flexShrink: 0 },
      h(Text, { wrap: 'truncate-end' }, `${paint(color, mark)} ${truncate(title, titleWidth)}`),
    ),
    h(
      Text,
      {},
      paint(
        state === 'failed' ? color : 'dim',
        truncate(about, Math.max(1, columns - titleWidth - 5)),
      ),
    ),
  );
}
const aboutOf = (source: Source): string =>
  isWorking(source) || source.saving
    ? progressText(source)
    : isUnreadable(source)
      ? reason(source)
      : source.state;
/** sources in progress come before finished ones */
const ORDER: Record<SourceState, number> = {
  failed: 0,
  bookmark: 0,
  fetching: 1,
  reading: 1,
  waiting: 2,
  gone: 3,
  held: 3,
  ready: 3,
};

export function SourceList({
  sources,
  refused = [],
  adding,
  startedAt,
  now,
  rows = 30,
  columns = 80,
}: SourceListProps) {
  const all: (RowProps & { key: string })[] = [
    ...refused.map(({ input, message }, index) => ({
      key: `refused-${index}`,
      state: 'failed' as const,
      title: oneLine(input),
      about: oneLine(message),
    })),
    ...sources.map((source) => ({
      key: source._id,
      state: source.state,
      title: shownTitle(source),
      about: aboutOf(source),
    })),
  ];
  const most = Math.max(3, Math.min(MOST_SHOWN, rows - OTHER_LINES));
  const shown =
    all.length <= most
      ? all
      : all.toSorted((a, b) => ORDER[a.state] - ORDER[b.state]).slice(0, most);
  const titleWidth = Math.min(
    Math.max(...shown.map(({ title }) => cellWidth(title)), 1),
    Math.floor(columns * TITLE_SHARE),
  );
  return h(
    Box,
    { flexDirection: 'column' },
    ...shown.map(({ key, ...row }) => h(Row, { key, ...row, titleWidth, columns })),
    all.length > shown.length
      ? h(Text, {}, paint('dim', `  … and ${all.length - shown.length} more`))
      : null,
    h(
      Box,
      { gap: 2 },
      h(Text, {}, paint('bold', totals(sources, refused.length))),
      adding ? h(Text, {}, paint('dim', `adding ${adding.done} of ${adding.total}`)) : null,
      h(Text, {}, paint('dim', `${Math.round((now - startedAt) / 1000)} s`)),
    ),
  );
}
