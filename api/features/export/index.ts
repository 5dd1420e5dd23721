export { createExportFeature } from './feature.ts';
