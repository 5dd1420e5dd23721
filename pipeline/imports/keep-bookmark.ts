import type { Transaction } from 'sequelize';
import { FaultCode } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import type { Library, NewItem, SourceRow } from '#pipeline/library/index.ts';
import type { PlanBookmark } from './plan-source.ts';

/**
 * Keeps the address of an entry that can't be read as a source of the library that has failed, so
 * that its title, tags and notes stay. Nothing is fetched. An address that is already in the
 * library is unchanged. Returns undefined for text that isn't an address, and for a file.
 */
export async function keepBookmark(
  { library, planBookmark }: { library: Library; planBookmark: PlanBookmark },
  ownerId: UserId,
  { input, title, code, message = '' }: Pick<NewItem, 'input' | 'title' | 'code' | 'message'>,
  transaction: Transaction,
): Promise<SourceRow | undefined> {
  const fault = FaultCode.safeParse(code).data;
  if (fault === undefined || fault === 'absent') return undefined;
  const planned = planBookmark({ url: input, ...(title === undefined ? {} : { title }) });
  if (planned === undefined) return undefined;
  const { source, created } = await library.add({ ownerId, ...planned }, transaction);
  if (created) await library.versions.fail(source, fault, message, transaction);
  return source;
}
