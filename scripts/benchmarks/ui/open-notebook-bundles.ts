/**
 * First load of a comparable page: Open Notebook, built from source (commit 206d77c, `next build`
 * of Next 16.2.6, without its font from another host) and served by its own server. Each script in
 * its HTML is gzipped like ours. Recorded numbers, used if it isn't built (docs/peers.md).
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
