/** Exceptions from the size limits in eslint.config.ts. */

/** Tables of data, which may have 500 lines. */
export const DATA_TABLES = [
  'api/answer/offline/cues.ts',
  'api/answer/offline/words.ts',
  'pipeline/sources/web/extract/noise.ts',
];
