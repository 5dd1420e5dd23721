export { createFilesFeature } from './feature.ts';
export type { Files } from './files.ts';
