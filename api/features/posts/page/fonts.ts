/**
 * The fonts of published pages, from their packages; a browser loads only those whose letters a
 * page has.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FAMILIES = [
  {
    name: 'serif',
    family: 'Source Serif',
    from: '@fontsource-variable/source-serif-4',
    sheets: ['wght.css', 'wght-italic.css'],
  },
  { name: 'sans', family: 'Inter', from: '@fontsource-variable/inter', sheets: ['wght.css'] },
] as const;
const PATH = '/p/assets/fonts/';

const files = new Map<string, string>();
const faces: string[] = [];
for (const { name, family, from, sheets } of FAMILIES) {
  for (const sheet of sheets) {
    const place = fileURLToPath(import.meta.resolve(`${from}/${sheet}`));
    for (const [face] of readFileSync(place, 'utf8').matchAll(/@font-face \{[^@}]*\}/g)) {
      const file = /files\/([\w-]+\.woff2)/.exec(face)?.[1];
      if (file === undefined) continue;
      files.set(
        file,
        fileURLToPath(new URL(`files/${file}`, import.meta.resolve(`${from}/${sheet}`))),
      );
      const of = (property: string) => new RegExp(`${property}: ([^:;]+);`).exec(face)?.[1] ?? '';
      faces.push(
        `@font-face{font-family:${family};font-style:${of('font-style')};font-display:swap;font-weight:${of('font-weight')};src:url(${PATH}${file})format("woff2");unicode-range:${of('unicode-range')}}`,
      );
    }
    if (!files.has(fontFile(name))) throw new Error(`${from} has no ${fontFile(name)}`);
  }
}

function fontFile(name: (typeof FAMILIES)[number]['name']): string {
  return name === 'serif'
    ? 'source-serif-4-latin-wght-normal.woff2'
    : 'inter-latin-wght-normal.woff2';
}
export const FONT_FACES = faces.join('');
/** The font that most pages need first. */
export const fontUrl = (name: (typeof FAMILIES)[number]['name']): string =>
  `${PATH}${fontFile(name)}`;
/** Returns the file of a font; `undefined` for any other name. */
export const fontPath = (file: string): string | undefined => files.get(file);
