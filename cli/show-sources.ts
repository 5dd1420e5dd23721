import type { Source } from '#core/contract/source.ts';
import type { Context } from './command.ts';
import { paint } from './render/output.ts';
import { sourceLine, totals } from './render/source-line.ts';

/** Explains the columns of a source in a pipe, for the help of each command that prints them. */
export const SOURCE_COLUMNS =
  '\nIn a pipe, the columns are: id, state, type, title, and its size, progress or error';

/** Prints a line or record per source, then the number in each state. */
export function showSources({ out }: Context, sources: readonly Source[]): void {
  for (const source of sources) {
    out.record(source);
    out.line(sourceLine(source, out.columns));
  }
  if (!out.json)
    out.remark(paint('bold', totals(sources), out.live ? process.stdout : process.stderr));
}
