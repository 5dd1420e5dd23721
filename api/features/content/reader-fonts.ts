/**
 * The fonts of the Reader view, from their packages; a browser loads only those whose letters a
 * page has.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SHEETS = [
  '@fontsource-variable/source-serif-4/wght.css',
  '@fontsource-variable/source-serif-4/wght-italic.css',
  '@fontsource-variable/inter/wght.css',
];
const PATH = '/fonts/';
let known: { css: string; places: ReadonlyMap<string, string> } | undefined;

function read() {
  const places = new Map<string, string>();
  const css = SHEETS.map((name) => {
    const sheet = import.meta.resolve(name);
    return readFileSync(fileURLToPath(sheet), 'utf8')
      .replaceAll(/\/\*[^*/]*\*\//g, '')
      .replaceAll(/\.\/files\/([\w-]+\.woff2)/g, (_, file: string) => {
        places.set(file, fileURLToPath(new URL(`files/${file}`, sheet)));
        return PATH + file;
      });
  }).join('');
  return { css, places };
}

export const readerFaces = (): string => (known ??= read()).css;
/** Returns the file of a font path; `undefined` for any other path. */
export const readerFont = (path: string): string | undefined =>
  path.startsWith(PATH) ? (known ??= read()).places.get(path.slice(PATH.length)) : undefined;
