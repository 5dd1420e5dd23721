import type { StageRunner } from './contract.ts';

/** Dense vectors need an embedding model. Without one search is lexical, and the stage records just that. */
export const embedStage: StageRunner = async () => ({ artifact: { model: null } });
