/**
 * Foreign style sheets for the page as it was: layout stays, whatever would load or run anything is taken out; pictures and fonts that the sheet
 * holds in itself stay. Every replacement leaves something behind, so that what stood around a removed piece cannot join to a new one.
 */

/** A word as CSS may write it: `import`, `\69mport`, `\000069 mport`. */
const spelt = (word: string): string => [...word].map((letter) => {
  const codes = [...new Set([letter.toLowerCase(), letter.toUpperCase()])].map((one) => one.charCodeAt(0).toString(16));
  return `(?:${letter.replace(/[^a-z]/i, '\\$&')}|\\\\0{0,4}(?:${codes.join('|')})\\s?)`;
}).join('');

const COMMENT = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g;
const IMPORT = new RegExp(`${spelt('@')}${spelt('import')}(?:"[^"]*"|'[^']*'|[^;"'{}])*;?`, 'gi');
const RUNS = new RegExp(`${spelt('expression')}\\s*\\(|${spelt('-moz-binding')}|(?<![\\w-])${spelt('behavior')}\\s*:|${spelt('javascript')}\\s*:|${spelt('vbscript')}\\s*:`, 'gi');
/** Functions that take an address as a mere string, and `url` in disguise: as an unknown name each spoils its own declaration alone. */
const LOADS = new RegExp(`(?<![\\w-])(?:${['image-set', '-webkit-image-set', 'cross-fade', '-webkit-cross-fade', 'image', 'src'].map(spelt).join('|')})\\s*\\(`, 'gi');
const DISGUISED = new RegExp(`(?!url\\()${spelt('url')}\\(`, 'gi');
const ADDRESS = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*))\s*\)/gi;
/** What of a `url(` no reading above has put right. */
const BROKEN = /url\((?!"(?:data:|about:invalid"))/gi;
const EMBEDDED = /^data:(?:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon)|font\/[\w+.-]+|application\/(?:x-)?font-[\w+.-]+)[;,]/i;
const NOWHERE = 'url("about:invalid")';

export function safeCss(css: string): string {
  return css.replace(COMMENT, ' ').replace(/\/\*[\s\S]*$/, ' ')
    .replace(IMPORT, ' ').replace(RUNS, 'none ').replace(LOADS, 'none(').replace(DISGUISED, 'none(')
    .replace(ADDRESS, (_, double: string | undefined, single: string | undefined, bare: string | undefined) => {
      const address = (double ?? single ?? bare ?? '').trim();
      return EMBEDDED.test(address) ? `url("${address.replace(/["\\\n]/g, '')}")` : NOWHERE;
    })
    .replace(BROKEN, 'none(')
    // A `<` that opens something would end the sheet's element.
    .replace(/<(?=[/!a-z?])/gi, '\\3c ');
}
