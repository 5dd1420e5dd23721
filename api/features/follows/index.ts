export { createFollowsFeature } from './feature.ts';
