import type { Source } from '#core/contract/source.ts';
import type { Context } from './command.ts';
import { paint } from './render/output.ts';
import { sourceLine, totals } from './render/source-line.ts';

/** Of the lines of sources in a pipe; part of the help of each command that prints them. */
export const SOURCE_COLUMNS =
  '\nIn a pipe, the columns are: id, state, type, title, and its size, progress or error';

/** A line or record per source, then how many there are in which state. */
export function showSources({ out }: Context, sources: readonly Source[]): void {
  for (const source of sources) {
    out.record(source);
    out.line(sourceLine(source, out.columns));
  }
  if (!out.json)
    out.remark(paint('bold', totals(sources), out.live ? process.stdout : process.stderr));
}
