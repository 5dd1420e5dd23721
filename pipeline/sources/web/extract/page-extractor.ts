import type { Extractor } from '#pipeline/sources/contract.ts';
import { archivePage, extractPage } from './extract-page.ts';
import { PAGE_READING, SHEETS_READING } from '../page-reading.ts';
import { readPage, readSheets } from './read-page.ts';

export const pageExtractor: Extractor = {
  name: 'web',
  extract: extractPage,
  archive: archivePage,
  reads: {
    [PAGE_READING.name]: (input) => readPage(PAGE_READING.input.parse(input)),
    [SHEETS_READING.name]: (input) => readSheets(SHEETS_READING.input.parse(input)),
  },
};
