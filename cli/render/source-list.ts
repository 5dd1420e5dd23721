/** The live view: a line a source, then a summary. */
import { createElement as h } from 'react';
import { Box, Text } from 'ink';
import type { Source } from '#core/contract/source.ts';
import { plain } from './output.ts';
import { progressText, standing, type Standing } from './source-line.ts';

const MARK = { working: ['yellow', '·'], ready: ['green', '✓'], failed: ['red', '✗'] } as const satisfies Record<Standing, readonly [string, string]>;
/** what fits a terminal; the rest is counted */
const SHOWN = 20;

function Row({ source }: { source: Source }) {
  const state = standing(source);
  const [color, mark] = MARK[state];
  const about = state === 'working' ? progressText(source) : state === 'ready' ? 'ready' : plain(source.error?.message ?? 'failed');
  return h(Box, { gap: 1 },
    h(Text, { color }, mark),
    h(Box, { flexShrink: 1, minWidth: 20 }, h(Text, { wrap: 'truncate-end' }, plain(source.title))),
    h(Text, { dimColor: true, wrap: 'truncate-end' }, about));
}

export function SourceList({ sources, startedAt, now }: { sources: readonly Source[]; startedAt: number; now: number }) {
  const of = (state: Standing) => sources.filter((source) => standing(source) === state);
  const [working, ready, failed] = [of('working'), of('ready'), of('failed')];
  // What is being worked on comes first; what is done scrolls out of sight.
  const rows = sources.length <= SHOWN ? sources : [...failed, ...working, ...ready].slice(0, SHOWN);
  return h(Box, { flexDirection: 'column' },
    ...rows.map((source) => h(Row, { key: source._id, source })),
    sources.length > rows.length ? h(Text, { dimColor: true }, `  … and ${sources.length - rows.length} more`) : null,
    h(Text, { bold: true }, `${ready.length} ready · ${working.length} working · ${failed.length} failed`, h(Text, { dimColor: true }, `  ${Math.round((now - startedAt) / 1000)} s`)));
}
