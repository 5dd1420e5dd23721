/**
 * Puts restored data in place with renames, which can be interrupted at any point and are completed
 * at the next start.
 */
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** where it is built, in the data folder */
export const STAGING = 'restoring';
export const COMPLETE = 'complete.json';
export const DATABASE = 'gloss.sqlite';
/** Files that a restore replaces; the database is last, because its presence marks the end. */
const OLD = [
  `${DATABASE}-wal`,
  `${DATABASE}-shm`,
  ...['index.sqlite', 'own-index.sqlite'].flatMap((name) => [`${name}-wal`, `${name}-shm`, name]),
  'copies',
  'files',
  DATABASE,
];
/** The content of `complete.json`, which is written after all other files. */
export const Complete = z.object({
  aside: z.string().regex(/^before-restore-[\w-]+$/),
  items: z.array(z.enum(['files', 'index.sqlite', 'own-index.sqlite', DATABASE])),
});
export type Complete = z.infer<typeof Complete>;

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Completes a restore, after any interruption. Does nothing without complete data in `restoring/`.
 */
export async function finishRestore(dataDir: string): Promise<void> {
  const staging = join(dataDir, STAGING);
  const text = await readFile(join(staging, COMPLETE), 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const { aside, items } = Complete.parse(JSON.parse(text));
  const isNew = (name: string): boolean => items.some((it) => it === name);
  for (const name of OLD) {
    // Files that are in place already stay.
    if (isNew(name) && !(await exists(join(staging, name)))) continue;
    if (await exists(join(dataDir, name))) {
      await mkdir(join(dataDir, aside), { recursive: true, mode: 0o700 });
      await rename(join(dataDir, name), join(dataDir, aside, name));
    }
    if (isNew(name)) await rename(join(staging, name), join(dataDir, name));
  }
  await rm(staging, { recursive: true, force: true });
}
