/** The installed versions of the libraries that the notes editor patches, for the built page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PATCHED_LIBRARIES } from './editor/performance/patched-libraries.ts';

const { resolve } = createRequire(import.meta.url);

/** The nearest package.json above the package's entry file. */
function packageFile(name: string): string {
  const main = resolve(name);
  return `${main.slice(0, main.lastIndexOf(`/${name}/`))}/${name}/package.json`;
}

export const libraryVersions = (): Record<string, string> =>
  Object.fromEntries(
    Object.keys(PATCHED_LIBRARIES).map((name) => [
      name,
      (JSON.parse(readFileSync(packageFile(name), 'utf8')) as { version: string }).version,
    ]),
  );
