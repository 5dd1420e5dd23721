export { createSamplesFeature } from './feature.ts';
export { SAMPLES_DIR } from './seed.ts';
