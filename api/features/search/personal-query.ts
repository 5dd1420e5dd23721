import type { SourceId, ThreadId, UserId } from '#core/contract/id.ts';
import type { PersonalKey } from './personal-passages.ts';

export interface PersonalQuery {
  text: string;
  ownerId: UserId;
  kinds: ReadonlySet<PersonalKey['kind']>;
  threadId?: ThreadId | undefined;
  /** Only texts that refer to one of these sources. */
  sourceIds?: ReadonlySet<SourceId> | undefined;
  /** Texts that refer to no source are found too. */
  withoutSource?: boolean;
  /** Only texts from this time on, and before this one; texts without a time are left out. */
  from?: Date | undefined;
  before?: Date | undefined;
  limit: number;
}

export function matches(
  { kind, sources, time }: PersonalKey,
  { kinds, sourceIds, withoutSource, from, before }: PersonalQuery,
): boolean {
  const at = time === null ? NaN : Date.parse(time);
  return (
    kinds.has(kind) &&
    (!sourceIds ||
      (withoutSource && sources.length === 0) ||
      sources.some((id) => sourceIds.has(id))) &&
    (!from || at >= from.getTime()) &&
    (!before || at < before.getTime())
  );
}
