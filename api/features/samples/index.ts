export { createSampleShelf, SAMPLES_DIR } from './seed.ts';
