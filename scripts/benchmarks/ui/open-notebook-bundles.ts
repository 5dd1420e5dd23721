/**
 * What another page of this kind sends first. Open Notebook's is made of its sources (commit
 * 206d77c, `next build` of Next 16.2.6, its font of another host left out), served by itself, and
 * each script that its HTML names is gzipped as ours are. Kept as figures, for when it is not built
 * (docs/peers.md).
 */
import type { Row } from '../lib/table.ts';

export const openNotebookBundles: readonly Row[] = [
  {
    what: 'Open Notebook, /notebooks/[id], all scripts that its HTML names',
    value: 852.9,
    unit: 'kB',
    files: 24,
  },
  { what: 'Open Notebook, /login, likewise', value: 480.4, unit: 'kB', files: 13 },
];
