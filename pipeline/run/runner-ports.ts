import type { Transaction } from 'sequelize';
import type { Fault } from '#core/contract/faults.ts';
import type { SourceId } from '#core/contract/id.ts';
import type { Stage } from '#core/contract/source.ts';
import type { Log } from '#config/log.ts';
import type { Database, SourceRow } from '#pipeline/library/index.ts';
import type { Queue, Rank } from '#pipeline/queue/index.ts';
import { withPorts, type StagePorts, type StageRunner } from '#pipeline/stages/contract.ts';
import type { RankedParser } from '#pipeline/stages/stage-parser.ts';
import type { BlockedSources } from './blocked-sources.ts';
import type { BulkLimits } from './bulk-limits.ts';
import type { BeginProgress } from './progress-writer.ts';
import type { Watchdog } from './watchdog.ts';

/** The dependencies of the runner. Each part names the ones it needs. */
export interface RunnerPorts {
  database: Database;
  queue: Queue;
  log: Log;
  /** limit of one run of a stage in ms; then it fails with `timed_out` */
  jobTimeoutMs: number;
  ports: StagePorts & { parser: RankedParser };
  stages: Record<Stage, StageRunner>;
  bulk: BulkLimits;
  beginProgress: BeginProgress;
  /** notified of the running stage */
  watchdog?: Pick<Watchdog, 'run'> | undefined;
  /** reports left by watchdogs */
  blocked?: BlockedSources | undefined;
  /** Called after a source has failed permanently. */
  onFailed?(source: SourceRow, fault: Fault): Promise<void>;
  /**
   * Called in the transaction that merges the source `from` into `into`, to move everything that
   * refers to `from`.
   */
  onMerged(from: SourceId, into: SourceId, transaction: Transaction): Promise<void>;
}

/** The ports of a stage that runs under a job of this rank. */
export const portsAtRank = ({ ports }: Pick<RunnerPorts, 'ports'>, rank: Rank): StagePorts =>
  withPorts(ports, {
    get parser() {
      return ports.parser.atRank(rank);
    },
  });
