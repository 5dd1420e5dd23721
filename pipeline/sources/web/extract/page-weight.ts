/**
 * Estimates how much text a page has without building its tree. Pages may be 20 MB of anything, so
 * every step is linear.
 */

const SKIPPED = ['script', 'style', 'noscript', 'template', 'svg', 'head'];
const OPENS = new RegExp(`^<(${SKIPPED.join('|')})[\\s>/]`, 'i');

/** Counts characters of text outside scripts, styles and tags, up to `most`. */
export const textWeight = (html: string, most = 20_000): number => weigh(html, most).weight;

/** `longest`: the longest run of text between two tags. */
function weigh(html: string, most: number): { weight: number; longest: number } {
  const lower = html.toLowerCase();
  let at = 0;
  let weight = 0;
  let longest = 0;
  const missing = new Set<string>();
  while (at < html.length && weight < most) {
    const open = html.indexOf('<', at);
    const text = html.slice(at, open === -1 ? html.length : open);
    const length = text.replace(/\s+/gu, ' ').trim().length;
    weight += length;
    longest = Math.max(longest, length);
    if (open === -1) break;
    const name = OPENS.exec(html.slice(open, open + 12))?.[1]?.toLowerCase();
    const close = name === undefined || missing.has(name) ? -1 : lower.indexOf(`</${name}`, open);
    if (name !== undefined && close === -1) missing.add(name);
    const end = html.startsWith('<!--', open)
      ? html.indexOf('-->', open)
      : html.indexOf('>', close === -1 ? open : close);
    if (end === -1) break;
    at = end + (html.startsWith('-->', end) ? 3 : 1);
  }
  return { weight, longest };
}

const ROOT =
  /<(div|main|section|app-root)[^<>]{0,200}\bid=["']?(root|app|__next|__nuxt|___gatsby|main-app|react-root|svelte|ember|q-app)["'\s>]/i;
const ASKS = /<noscript[^<>]{0,200}>[^<]{0,400}(java\s?script)/i;
const SCRIPT = /<script(?![^<>]{0,500}type=["']?application\/(ld\+)?json)[\s>]/i;

const LOADED_SCRIPT = /<script[^<>]{0,500}\bsrc=/i;
/** Menus and footers have no run of text this long. */
const SENTENCE_LENGTH = 60;
const MOST_FRAME = 2_500;

/**
 * True if scripts create the page: hardly any text besides navigation, and scripts that could write
 * it.
 */
export function needsScripts(html: string): boolean {
  if (!SCRIPT.test(html)) return false;
  const { weight, longest } = weigh(html, MOST_FRAME);
  return (
    weight < 250 ||
    (weight < 1500 && (ROOT.test(html) || ASKS.test(html))) ||
    (weight < MOST_FRAME && longest < SENTENCE_LENGTH && LOADED_SCRIPT.test(html))
  );
}
