export { createAnchors } from './anchors.ts';
export { startClock, CHECK_INTERVAL_MS } from './clock.ts';
export { NoteMoves, writeNoteMoves } from './note-moves.ts';
export { Refreshes } from './refreshes.ts';
export { refreshRoutes } from './routes.ts';
