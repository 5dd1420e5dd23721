export { createHomeFeature } from './feature.ts';
