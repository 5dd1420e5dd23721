/** The outcome of each line, from the receipt of the import and the library. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { HostKind } from './plan.ts';
import type { KilledServer } from './server.ts';

const RECEIPT_PAGE = 1_000;
const Receipt = z.object({
  items: z.array(
    z.object({
      line: z.int(),
      entry: z.int(),
      state: z.string(),
      sourceId: z.string().optional(),
      code: z.string().optional(),
    }),
  ),
});
type Item = z.infer<typeof Receipt>['items'][number];
const Library = z.object({
  docs: z.array(
    z.object({
      _id: z.string(),
      canonicalUrl: z.string(),
      status: z.object({ embedding: z.int() }),
      saving: z.boolean().optional(),
    }),
  ),
  next: z.string().nullable(),
});
type Held = z.infer<typeof Library>['docs'][number];

export interface Outcome {
  /** number of lines by outcome and kind of host */
  ends: { end: string; host: HostKind; count: number }[];
  /** lines missing in the receipt, or whose source isn't in the library or isn't ready */
  lost: string[];
  /** duplicate lines and addresses */
  doubled: string[];
  /** sources whose pictures and styles are still being saved */
  saving: number;
}
export interface DiskUse {
  filesMb: number;
  databaseMb: number;
}

async function receiptOf(server: KilledServer, id: string): Promise<Item[]> {
  const all: Item[] = [];
  for (;;) {
    const last = all.at(-1);
    const after = last ? `&after=${last.line}.${last.entry}` : '';
    const { items } = Receipt.parse(
      await server.data('GET', `imports/${id}?limit=${RECEIPT_PAGE}${after}`),
    );
    all.push(...items);
    if (items.length < RECEIPT_PAGE) return all;
  }
}
async function libraryOf(server: KilledServer): Promise<Held[]> {
  const all: Held[] = [];
  for (let cursor = ''; ; ) {
    const { docs, next } = Library.parse(await server.data('GET', `sources?limit=100${cursor}`));
    all.push(...docs);
    if (next === null) return all;
    cursor = `&cursor=${next}`;
  }
}
const repeated = (values: readonly string[]): string[] =>
  [...Map.groupBy(values, (value) => value)]
    .filter(([, all]) => all.length > 1)
    .map(([value, all]) => `${value} is there ${all.length} times`);

export async function readOutcome(
  server: KilledServer,
  id: string,
  hostOf: (line: number) => HostKind,
  lines: number,
): Promise<Outcome> {
  const items = await receiptOf(server, id);
  const library = await libraryOf(server);
  const byLine = new Map(items.map((item) => [item.line, item]));
  const ready = new Set(library.flatMap((it) => (it.status.embedding === 1 ? [it._id] : [])));
  const isKept = (item: Item): boolean =>
    item.state !== 'added' || (item.sourceId !== undefined && ready.has(item.sourceId));
  const ends = Map.groupBy(
    items,
    ({ line, state, code }) => `${state}${code ? ` ${code}` : ''}|${hostOf(line)}`,
  );
  return {
    ends: [...ends]
      .map(([key, { length: count }]) => {
        const [end = '', host] = key.split('|');
        return { end, host: host as HostKind, count };
      })
      .sort((a, b) => b.count - a.count),
    lost: [
      ...Array.from({ length: lines }, (_, n) => n + 1)
        .filter((line) => !byLine.has(line))
        .map((line) => `line ${line} is not in the receipt`),
      ...items
        .filter((item) => !isKept(item))
        .map(({ line }) => `line ${line} was added, and is not ready in the library`),
    ],
    doubled: [
      ...repeated(items.map(({ line, entry }) => `line ${line}.${entry}`)),
      ...repeated(library.map(({ canonicalUrl }) => canonicalUrl)),
    ],
    saving: library.filter(({ saving }) => saving).length,
  };
}

function megabytes(folder: string, isCounted: (name: string) => boolean): number {
  const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile() && isCounted(it.name))
    .map((it) => statSync(join(it.parentPath, it.name)).size);
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
}
export const diskUse = (dataDir: string): DiskUse => ({
  filesMb: megabytes(join(dataDir, 'files'), () => true),
  databaseMb: megabytes(dataDir, (name) => /\.sqlite(-\w+)?$/.test(name)),
});
