/**
 * The Chromium that tests and benchmarks look through. Its shell is the same browser without the
 * window around the page: a third less work.
 */
import { existsSync } from 'node:fs';

const WHOLE = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const found = (places: readonly string[]) =>
  [process.env['GLOSS_CHROME_PATH'], ...places].find(
    (path) => path !== undefined && existsSync(path),
  );

/** Path of Chromium; undefined if it is not installed. */
export const CHROMIUM = found(['/usr/bin/chromium-headless-shell', ...WHOLE]);

/** With its window, as people have it: for what is told by the clock. */
export const WHOLE_CHROMIUM = found(WHOLE);
