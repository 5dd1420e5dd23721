export { createSearchFeature } from './feature.ts';
export { createSourcesFound } from './sources-found.ts';
