/**
 * A new version that shares almost no text with the previous one is held for review: it is the
 * pending version of a source that no stage works on. Its text can be read and compared; it isn't
 * used otherwise until its owner accepts it.
 */
import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { HELD } from './artifact.model.ts';
import type { Artifacts } from './artifacts.ts';
import type { SourcePatch, SourceRow } from './source.model.ts';

type Pending = Pick<SourceRow, 'pendingVersion' | 'stage'>;

export const isHeld = ({ pendingVersion, stage }: Pending): boolean =>
  pendingVersion !== null && stage === null;
export const heldVersion = (source: Pending): number | undefined =>
  isHeld(source) ? (source.pendingVersion ?? undefined) : undefined;

const PutAside = z.object({
  fetch: z.unknown(),
  extract: z.unknown(),
  patch: z.custom<SourcePatch>((value) => typeof value === 'object' && value !== null),
});

/** Makes room for a refresh of a source with a held version, which is kept until the refresh ends. */
export async function putHeldAside(
  artifacts: Artifacts,
  { id, pendingVersion: version, pendingPatch: patch }: SourceRow,
  transaction: Transaction,
): Promise<void> {
  if (version === null) return;
  const [fetch, extract] = await Promise.all([
    artifacts.find(id, version, 'fetch'),
    artifacts.find(id, version, 'extract'),
  ]);
  await artifacts.delete({ sourceId: id, version }, transaction);
  await artifacts.save(id, version, HELD, { fetch, extract, patch }, transaction);
}

/**
 * Restores the artifacts of the version that was put aside, after a refresh that failed. Returns
 * its patch; undefined if there is none.
 */
export async function restoreHeld(
  artifacts: Artifacts,
  { id, pendingVersion: version }: SourceRow,
  transaction: Transaction,
): Promise<SourcePatch | undefined> {
  if (version === null) return undefined;
  const held = PutAside.safeParse(await artifacts.find(id, version, HELD)).data;
  if (!held) return undefined;
  await artifacts.delete({ sourceId: id, version }, transaction);
  await artifacts.save(id, version, 'fetch', held.fetch, transaction);
  await artifacts.save(id, version, 'extract', held.extract, transaction);
  return held.patch;
}
