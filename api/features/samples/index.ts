export { createSamplesFeature } from './feature.ts';
export { writtenSuggestions } from './written-suggestions.ts';
export { SAMPLES_DIR } from './sample-snapshot.ts';
