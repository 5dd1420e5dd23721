import { STAGES, type Stage } from '#core/contract/source.ts';
import { assetsStage } from './assets.ts';
import { chunkStage } from './chunk.ts';
import type { StageRunner } from './contract.ts';
import { embedStage } from './embed.ts';
import { extractStage } from './extract.ts';
import { fetchStage } from './fetch.ts';
import { indexStage } from './index-stage.ts';
import { refreshStage } from './refresh.ts';
import { snapshotStage } from './snapshot.ts';
import { skipIfUnchanged, skipIfTextUnchanged } from './skip-unchanged.ts';

export const STAGE_RUNNERS: Record<Stage, StageRunner> = {
  fetch: skipIfUnchanged(fetchStage),
  extract: skipIfTextUnchanged(extractStage),
  snapshot: snapshotStage,
  chunk: chunkStage,
  embed: embedStage,
  index: indexStage,
  refresh: refreshStage,
  assets: assetsStage,
};
/**
 * Returns the next stage in the same job. A first version has no anchors to find again; `assets`
 * has a separate job.
 */
export const nextStage = (stage: Stage, version: number): Stage | null => {
  const next = STAGES[STAGES.indexOf(stage) + 1] ?? null;
  return next === 'assets' || (next === 'refresh' && version === 1) ? null : next;
};
