/**
 * The Chromium of tests and benchmarks. The headless shell is the same browser without a window and
 * takes a third less CPU.
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

/** The full browser, as people use it: for time measurements. */
export const WHOLE_CHROMIUM = found(WHOLE);

/** Arguments of every launch: no sandbox, because CI runs as root, and no traffic of its own. */
export const CHROMIUM_ARGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
