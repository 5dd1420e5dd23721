export { createHistoryFeature } from './feature.ts';
