import { STAGES, type Stage } from '#core/contract/source.ts';
import { chunkStage } from './chunk.ts';
import type { StageRunner } from './contract.ts';
import { embedStage } from './embed.ts';
import { extractStage } from './extract.ts';
import { fetchStage } from './fetch.ts';
import { indexStage } from './index-stage.ts';
import { snapshotStage } from './snapshot.ts';

export const STAGE_RUNNERS: Record<Stage, StageRunner> = {
  fetch: fetchStage, extract: extractStage, snapshot: snapshotStage, chunk: chunkStage, embed: embedStage, index: indexStage,
};
export const nextStage = (stage: Stage): Stage | null => STAGES[STAGES.indexOf(stage) + 1] ?? null;
