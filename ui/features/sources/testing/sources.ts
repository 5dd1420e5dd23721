/** A video, a PDF and a broken page, for tests of lists of sources. */
import { pdfSource, videoSource, webSource } from '#ui/testing/examples.ts';

export const IN_PROGRESS = { transcript: 0, embedding: 0, webpage_processing: 0 };
export const BROKEN = webSource(3, {
  title: 'Broken page',
  status: { transcript: 0, embedding: 2, webpage_processing: 2 },
  error: { code: 'fetch_failed', message: 'The site did not answer.' },
});
export const SOURCES = [videoSource(1), pdfSource(2), BROKEN];
