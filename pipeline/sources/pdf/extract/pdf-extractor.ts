import type { Extractor } from '#pipeline/sources/contract.ts';
import { draw, plan, read, readWhole } from './read-pages.ts';

export const pdfExtractor: Extractor = {
  name: 'pdf',
  extract: readWhole,
  pages: { plan, read, draw },
};
