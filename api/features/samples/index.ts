export { createSamplesFeature } from './feature.ts';
export { SAMPLES_DIR } from './sample-snapshot.ts';
