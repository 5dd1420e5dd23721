/**
 * Foreign style sheets for the page as it was: layout stays, whatever would load another sheet or run is taken out. Every replacement
 * leaves something behind, so that what stood around a removed piece cannot join to a new one.
 */

/** A word as CSS may write it: `import`, `\69mport`, `\000069 mport`. */
const spelt = (word: string): string => [...word].map((letter) => {
  const codes = [...new Set([letter.toLowerCase(), letter.toUpperCase()])].map((one) => one.charCodeAt(0).toString(16));
  return `(?:${letter.replace(/[^a-z]/i, '\\$&')}|\\\\0{0,4}(?:${codes.join('|')})\\s?)`;
}).join('');

const COMMENT = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g;
const IMPORT = new RegExp(`${spelt('@')}${spelt('import')}(?:"[^"]*"|'[^']*'|[^;"'{}])*;?`, 'gi');
const RUNS = new RegExp(`${spelt('expression')}\\s*\\(|${spelt('-moz-binding')}|(?<![\\w-])${spelt('behavior')}\\s*:|${spelt('javascript')}\\s*:|${spelt('vbscript')}\\s*:`, 'gi');
const ADDRESS = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*))\s*\)/gi;
const EMBEDDED = /^data:(?:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon)|font\/[\w+.-]+|application\/(?:x-)?font-[\w+.-]+)[;,]/i;
const NOWHERE = 'url("about:invalid")';

export function safeCss(css: string, baseUrl: string): string {
  return css.replace(COMMENT, ' ').replace(/\/\*[\s\S]*$/, ' ')
    .replace(IMPORT, ' ').replace(RUNS, 'none ')
    .replace(ADDRESS, (_, double: string | undefined, single: string | undefined, bare: string | undefined) => {
      const address = (double ?? single ?? bare ?? '').trim();
      if (EMBEDDED.test(address)) return `url("${address.replace(/["\\\n]/g, '')}")`;
      const url = address.startsWith('#') ? null : URL.parse(address, baseUrl);
      return url !== null && /^https?:$/.test(url.protocol) ? `url("${url.href}")` : NOWHERE;
    })
    // A `<` that opens something would end the sheet's element.
    .replace(/<(?=[/!a-z?])/gi, '\\3c ');
}
