/** The live view: a line a source, then a summary. */
import { createElement as h } from 'react';
import { Box, Text } from 'ink';
import type { Source } from '#core/contract/source.ts';
import { oneLine } from './output.ts';
import { MARK, progressText, reason, standing, totals, type Standing } from './source-line.ts';

export interface Refused { input: string; message: string }
export interface SourceListProps {
  sources: readonly Source[];
  /** what could not even be added */ refused?: readonly Refused[];
  /** how many of the inputs are added, while they are being added */ adding?: { done: number; total: number } | undefined;
  startedAt: number; now: number;
  /** lines of the terminal */ rows?: number;
}
/** what a person takes in at a glance; the rest is counted */
const MOST_SHOWN = 20;
/** the summary, the count of the rest, the prompt */
const OTHER_LINES = 4;

function Row({ state, title, about }: { state: Standing; title: string; about: string }) {
  const [color, mark] = MARK[state];
  return h(Box, { gap: 1 },
    h(Box, { flexShrink: 0 }, h(Text, { color }, mark)),
    h(Box, { flexShrink: 3, minWidth: 20 }, h(Text, { wrap: 'truncate-end' }, oneLine(title))),
    h(Box, { flexShrink: 1 }, h(Text, { dimColor: state !== 'failed', ...(state === 'failed' ? { color } : {}), wrap: 'truncate-end' }, about)));
}
const aboutOf = (source: Source, state: Standing): string => (state === 'working' ? progressText(source) : state === 'ready' ? 'ready' : reason(source));
/** what is being worked on comes first, what is done scrolls out of sight */
const ORDER: Record<Standing, number> = { failed: 0, working: 1, ready: 2 };

export function SourceList({ sources, refused = [], adding, startedAt, now, rows = 30 }: SourceListProps) {
  const all = [
    ...refused.map(({ input, message }, index) => ({ key: `refused-${index}`, state: 'failed' as const, title: input, about: oneLine(message) })),
    ...sources.map((source) => { const state = standing(source); return { key: source._id, state, title: source.title, about: aboutOf(source, state) }; }),
  ];
  const most = Math.max(3, Math.min(MOST_SHOWN, rows - OTHER_LINES));
  const shown = all.length <= most ? all : all.toSorted((a, b) => ORDER[a.state] - ORDER[b.state]).slice(0, most);
  return h(Box, { flexDirection: 'column' },
    ...shown.map(({ key, ...row }) => h(Row, { key, ...row })),
    all.length > shown.length ? h(Text, { dimColor: true }, `  … and ${all.length - shown.length} more`) : null,
    h(Box, { gap: 2 },
      h(Text, { bold: true }, totals(sources, refused.length)),
      adding ? h(Text, { dimColor: true }, `adding ${adding.done} of ${adding.total}`) : null,
      h(Text, { dimColor: true }, `${Math.round((now - startedAt) / 1000)} s`)));
}
