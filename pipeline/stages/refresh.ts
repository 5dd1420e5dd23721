import type { StageRunner } from './contract.ts';

/** After a new version: nothing rests on the older one yet that would have to be found again. */
export const refreshStage: StageRunner = async () => ({ artifact: { anchors: [] } });
