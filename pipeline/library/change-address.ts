import type { Transaction } from 'sequelize';
import { Fault } from '#core/contract/faults.ts';
import { EmbeddingStatus } from '#core/contract/source.ts';
import type { PlannedSource } from './import-rows.ts';
import type { Library } from './library.ts';
import type { SourceRow } from './source.model.ts';

/**
 * Restarts a source that could not be read at another address. It keeps its id, so threads, notes,
 * tags and folders still refer to it; nothing fetched from the previous address remains. Faults:
 * `conflict` if it is a file, was read or is being read, or if another source of the library has
 * the address: the two are not merged, because notes may refer to both.
 */
export async function changeAddress(
  library: Library,
  { id, ownerId }: Pick<SourceRow, 'id' | 'ownerId'>,
  { provider, ...to }: PlannedSource,
  transaction: Transaction,
): Promise<void> {
  await library.identity.lock(ownerId, transaction);
  const source = await library.find(id, transaction);
  if (!source || source.deletedAt) throw new Fault('absent');
  if (source.uploadKey !== null)
    throw new Fault('conflict', { message: 'This source is a file, so it has no link.' });
  if (source.stage !== null || source.embeddingStatus === EmbeddingStatus.processing)
    throw new Fault('conflict', {
      message: 'This source is still processing. You can change its link if that fails.',
    });
  if (source.embeddingStatus === EmbeddingStatus.ready)
    throw new Fault('conflict', {
      message:
        "Only the link of a source that couldn't be read can be changed. Add another source.",
    });
  const other = (await library.identity.byAddress(ownerId, [to.canonicalUrl], transaction)).get(
    to.canonicalUrl,
  );
  if (other && other.id !== id)
    throw new Fault('conflict', {
      message: `“${other.title}” in your library has this link already.`,
      details: { sourceId: other.id },
    });
  await library.identity.forget(id, transaction);
  await library.removals.noteSource(id, transaction);
  await library.chunks.delete({ sourceId: id }, transaction);
  await library.patch(
    id,
    {
      ...to,
      facts: provider === undefined ? {} : { provider },
      bytesHash: null,
      textHash: null,
      likeness: null,
      similarTo: null,
      contentHash: null,
      refreshError: null,
    },
    transaction,
  );
  await library.restart({ ...source, ...to }, transaction);
}
