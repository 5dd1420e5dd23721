export { SAMPLES_DIR, seedSampleThread } from './seed.ts';
