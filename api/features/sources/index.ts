export { createSourcesFeature } from './feature.ts';
export type { Sources } from './sources.ts';
