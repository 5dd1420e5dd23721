/** The same measurements of both programs, side by side. */
import type { Row } from '../../lib/table.ts';
import type { OpenNotebookFigures } from './open-notebook.ts';

const NONE = '–';
const NAME = 'Open Notebook';

function figure(rows: readonly Row[], what: string, column: string): number {
  const found = rows.find((it) => String(it['what']).includes(what))?.[column];
  if (typeof found !== 'number') throw new Error(`There is no ${column} of ${what}.`);
  return found;
}

export function compareRows(
  {
    load,
    response,
    scrolling,
  }: { load: readonly Row[]; response: readonly Row[]; scrolling: readonly Row[] },
  theirs: OpenNotebookFigures,
): Row[] {
  const both = (what: string, unit: string, ours: number, theirs: number): Row => ({
    what,
    unit,
    Gloss: ours,
    [NAME]: theirs,
    'times Gloss': theirs / ours,
  });
  const pressed =
    (what: string, theirs: readonly Row[], column = 'ms') =>
    (name: string) =>
      both(`${name}, ${what}`, 'ms', figure(response, name, column), figure(theirs, name, column));
  const scrolled = (what: string, name: string, theirs: Row): Row[] => [
    both(
      `${what}, scrolled`,
      'frames/s',
      figure(scrolling, name, 'frames/s'),
      Number(theirs['frames/s']),
    ),
    both(
      `${what}, a frame`,
      'ms of CPU',
      figure(scrolling, name, 'ms of CPU a frame'),
      Number(theirs['ms of CPU a frame']),
    ),
    both(
      `${what}, heap after`,
      'MB',
      figure(scrolling, name, 'heap MB after'),
      Number(theirs['heap MB after']),
    ),
    both(
      `${what}, heap after for each MB before`,
      'MB',
      figure(scrolling, name, 'heap MB after') / figure(scrolling, name, 'heap MB before'),
      Number(theirs['heap MB after']) / Number(theirs['heap MB before']),
    ),
    both(
      `${what}, nodes`,
      '',
      figure(scrolling, name, 'nodes after'),
      Number(theirs['nodes after']),
    ),
  ];
  return [
    both(
      'scripts until all is there, gzipped',
      'kB',
      figure(load, 'all scripts', 'value'),
      theirs.load.scripts.kB,
    ),
    both(
      'first paint, CPU slowed',
      'ms',
      figure(load, 'first paint', 'value'),
      theirs.load.firstMs,
    ),
    both(
      'largest paint, CPU slowed',
      'ms',
      figure(load, 'largest paint, CPU', 'value'),
      theirs.load.largestMs,
    ),
    both(
      'main thread until the largest paint',
      'ms of CPU',
      figure(load, 'until the largest paint', 'value'),
      theirs.load.workMs,
    ),
    both(
      'main thread until all is there, CPU slowed',
      'ms of CPU',
      figure(load, 'main thread until all', 'value'),
      theirs.load.cpuMs,
    ),
    ...['interaction to next paint', 'longest task', 'half of the presses'].map(
      pressed('an answer comes word by word', theirs.words),
    ),
    ...['interaction to next paint', 'longest task'].map(
      pressed(`${NAME} alone waiting for the whole of it, as its server has it`, theirs.whole),
    ),
    ...scrolled('1,000 sources, the list', '1,000 sources, the list', theirs.list),
    ...scrolled('10,000 sentences of a lecture', '10,000-segment transcript', theirs.text),
    {
      what: '1,000-page PDF, in its pages',
      unit: 'frames/s',
      Gloss: figure(scrolling, 'reading on', 'frames/s'),
      [NAME]: NONE,
    },
  ];
}
