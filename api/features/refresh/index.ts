export { createAnchors } from './anchors.ts';
export { startClock, CHECK_INTERVAL_MS, type Clock } from './clock.ts';
export { createRefreshFeature } from './feature.ts';
export { NoteMoves } from './note-moves.ts';
export { Refreshes } from './refreshes.ts';
