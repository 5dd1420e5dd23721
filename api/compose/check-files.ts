import type { Settings } from '#config/settings.ts';
import { copiesOfDatabase, damageOf, repairOfDatabase } from '../db/damage.ts';
import { pathsOf } from './data-dir.ts';

interface CheckedFiles {
  damaged: { name: 'database' | 'index'; detail: string; mend: string }[];
  /** paths of copies of the database, the newest first */
  copies: string[];
}

/** Reads every page of the database and of the search index on this machine. */
export async function checkFiles({
  dataDir,
  databaseUrl,
}: Pick<Settings, 'dataDir' | 'databaseUrl'>): Promise<CheckedFiles> {
  const paths = pathsOf(dataDir);
  const damaged: CheckedFiles['damaged'] = [];
  const inDatabase = databaseUrl === undefined ? damageOf(paths.database) : undefined;
  if (inDatabase !== undefined)
    damaged.push({
      name: 'database',
      detail: `${paths.database} is damaged: ${inDatabase}`,
      mend: await repairOfDatabase(dataDir),
    });
  const inIndex = damageOf(paths.index);
  if (inIndex !== undefined)
    damaged.push({
      name: 'index',
      detail: `${paths.index} is damaged: ${inIndex}`,
      mend: 'Nothing is lost: run `gloss reindex`, which makes a new one from the library.',
    });
  const copies = await copiesOfDatabase(dataDir);
  return { damaged, copies: copies.map(({ path }) => path) };
}
