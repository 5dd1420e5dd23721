/** Defines the states of a source: computed from a row, and as conditions that find rows. */
import { literal, Op, type WhereOptions } from 'sequelize';
import type { FaultCode } from '#core/contract/faults.ts';
import { EmbeddingStatus, type SourceState } from '#core/contract/source.ts';
import type { Database } from './database.ts';
import { isHeld } from './held-version.ts';
import type { SourceRow } from './source.model.ts';

/** Faults after which an address can be kept as a bookmark, but not read. */
const NEVER_READABLE: readonly FaultCode[] = [
  'blocked_address',
  'private_or_removed',
  'age_restricted',
  'geo_blocked',
  'password_protected',
];
const NOTHING_THERE: FaultCode = 'not_found';
const OFFLINE: FaultCode = 'offline';

/** Written when the first stage begins; before that, progress is 0. */
export const BEGUN = { progressDone: 1, progressTotal: 0 } as const;
const isBegun = ({ stage, progressDone, progressTotal }: SourceRow): boolean =>
  stage !== 'fetch' || progressDone > 0 || progressTotal > 0;

export function stateOfSource(row: SourceRow, now = new Date()): SourceState {
  if (row.embeddingStatus === EmbeddingStatus.processing) {
    const waits = row.errorCode === OFFLINE || (row.dueAt !== null && row.dueAt > now);
    if (waits || !isBegun(row)) return 'waiting';
    return row.stage === 'fetch' ? 'fetching' : 'reading';
  }
  if (row.embeddingStatus === EmbeddingStatus.ready) {
    if (isHeld(row)) return 'held';
    return row.refreshError?.code === NOTHING_THERE ? 'gone' : 'ready';
  }
  const isNeverReadable = NEVER_READABLE.some((code) => code === row.errorCode);
  return row.kept.imported || isNeverReadable ? 'bookmark' : 'failed';
}

/** Settled without a readable version. */
export const isUnreadable = ({ stage, embeddingStatus }: SourceRow): boolean =>
  stage === null && embeddingStatus > EmbeddingStatus.ready;

/**
 * Returns the condition for rows in a state. `failed` includes bookmarks, because they couldn't be
 * read either, and `gone` includes sources that were never found.
 */
export function inState(
  state: SourceState,
  { dialect }: Pick<Database, 'dialect'>,
  now = new Date(),
): WhereOptions<SourceRow> {
  const isPostgres = dialect === 'postgres';
  const { processing, ready } = EmbeddingStatus;
  const unreadable = { embeddingStatus: { [Op.gt]: ready } };
  const held = { pendingVersion: { [Op.ne]: null }, stage: null };
  const refreshFault = isPostgres
    ? "coalesce(refresh_error::jsonb ->> 'code', '')"
    : "coalesce(json_extract(refresh_error, '$.code'), '')";
  const imported = literal(
    isPostgres
      ? "coalesce(kept::jsonb ->> 'imported', 'false') = 'true'"
      : "coalesce(json_extract(kept, '$.imported'), 0) = 1",
  );
  const begun = {
    [Op.or]: [
      { stage: null },
      { stage: { [Op.ne]: 'fetch' } },
      { progressDone: { [Op.gt]: 0 } },
      { progressTotal: { [Op.gt]: 0 } },
    ],
  };
  const waits = {
    [Op.or]: [{ errorCode: OFFLINE }, { dueAt: { [Op.gt]: now } }],
  };
  const going = {
    embeddingStatus: processing,
    [Op.and]: [
      begun,
      { [Op.or]: [{ errorCode: null }, { errorCode: { [Op.ne]: OFFLINE } }] },
      { [Op.or]: [{ dueAt: null }, { dueAt: { [Op.lte]: now } }] },
    ],
  };
  const good = { embeddingStatus: ready, [Op.not]: held };
  const conditions = {
    waiting: {
      embeddingStatus: processing,
      [Op.or]: [{ [Op.not]: begun }, waits],
    },
    fetching: { [Op.and]: [going, { stage: 'fetch' }] },
    reading: {
      [Op.and]: [going, { [Op.or]: [{ stage: null }, { stage: { [Op.ne]: 'fetch' } }] }],
    },
    ready: { [Op.and]: [good, literal(`${refreshFault} <> '${NOTHING_THERE}'`)] },
    held: { embeddingStatus: ready, ...held },
    gone: {
      [Op.or]: [
        { [Op.and]: [good, literal(`${refreshFault} = '${NOTHING_THERE}'`)] },
        { ...unreadable, errorCode: NOTHING_THERE },
      ],
    },
    bookmark: {
      ...unreadable,
      [Op.or]: [imported, { errorCode: [...NEVER_READABLE] }],
    },
    failed: unreadable,
  } satisfies Record<SourceState, object>;
  return conditions[state] as WhereOptions<SourceRow>;
}
