import type { Transaction } from 'sequelize';
import type { SourceId } from '#core/contract/id.ts';
import type { Library } from './library.ts';
import type { SourceRow } from './source.model.ts';

/**
 * Changes the address of a source that has moved permanently. The previous address still finds it.
 * If another source of the library has the new address, both stay unchanged, because notes may
 * refer to both, and `facts.moved` names the other.
 */
export async function moveAddress(
  library: Library,
  id: SourceId,
  to: Pick<SourceRow, 'url' | 'canonicalUrl'>,
  transaction: Transaction,
): Promise<void> {
  const source = await library.find(id, transaction);
  if (!source || source.deletedAt || source.canonicalUrl === to.canonicalUrl) return;
  await library.identity.lock(source.ownerId, transaction);
  const there = await library.identity.byAddress(source.ownerId, [to.canonicalUrl], transaction);
  const other = there.get(to.canonicalUrl);
  const isTaken = other !== undefined && other.id !== id;
  const moved = {
    from: source.url,
    to: to.url,
    at: new Date().toISOString(),
    ...(isTaken ? { takenBy: other.id } : {}),
  };
  await library.patch(
    id,
    { ...(isTaken ? {} : to), facts: { ...source.facts, moved } },
    transaction,
  );
  if (!isTaken) await library.identity.name(source, [source.canonicalUrl], transaction);
}
