/** Addresses in style sheets: found, and put in place. */

const ADDRESS = /url\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^)"'\s]*))\s*\)/gi;
const IMPORT = /@import\s+(?:url\(\s*)?(?:"([^"\n]*)"|'([^'\n]*)'|([^)"';\s]*))\s*\)?\s*([^;{}]*);/gi;
const COMMENT = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g;

/** The sheet with each `url(…)` but those of imports replaced. */
export function cssAddresses(css: string, replace: (address: string) => string): string {
  return css.replace(ADDRESS, (_, double: string | undefined, single: string | undefined, bare: string | undefined) => `url("${replace((double ?? single ?? bare ?? '').trim()).replace(/["\\\n]/g, '')}")`);
}

export interface CssImport { /** as it stands in the sheet */ text: string; url: string | undefined; media: string }
export const cssImports = (css: string, base: string): CssImport[] => [...css.matchAll(IMPORT)].map(([text, double, single, bare, rest = '']) => ({
  text, url: URL.parse((double ?? single ?? bare ?? '').trim(), base)?.href, media: rest.replace(/\b(layer|supports)(\([^)]*\))?/gi, '').trim(),
}));

export interface CssNeeds { imports: string[]; pictures: string[]; fonts: string[] }
/** What a sheet would load, absolute, in its order. Of a font's formats the first that every browser reads. */
export function cssNeeds(sheet: string, base: string): CssNeeds {
  const css = sheet.replace(COMMENT, ' ');
  const imports = cssImports(css, base).flatMap(({ url }) => url ?? []);
  const fonts: string[] = [];
  const rest = css.replace(IMPORT, ' ').replace(/@font-face\s*\{[^}]*\}/gi, (face) => {
    const found = addressesIn(face, base);
    const best = found.find((url) => /\.woff2([?#]|$)/i.test(url)) ?? found.find((url) => /\.woff([?#]|$)/i.test(url));
    if (best !== undefined) fonts.push(best);
    return ' ';
  });
  return { imports, fonts, pictures: addressesIn(rest, base).filter((url) => !/\.svg([?#]|$)/i.test(url)) };
}

function addressesIn(css: string, base: string): string[] {
  const found = new Set<string>();
  cssAddresses(css, (address) => {
    const url = /^(data:|#|about:)/i.test(address) || address === '' ? null : URL.parse(address, base);
    if (url !== null && /^https?:$/.test(url.protocol)) found.add(url.href);
    return '';
  });
  return [...found];
}
