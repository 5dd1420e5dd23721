export { createSearchFeature } from './feature.ts';
export { notePassages, plainAnswer, readKey } from './personal-passages.ts';
export { createSourcesFound } from './sources-found.ts';
