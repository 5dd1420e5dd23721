/**
 * Sanitises style sheets: keeps layout and embedded pictures and fonts, and removes whatever would
 * load or run anything. One pass over the sheet's tokens, whose names are unescaped. Each removed
 * part is replaced by something, so that the text around it can't join to a new token.
 */
import { cssTokens, type CssToken } from '#pipeline/sources/css-tokens.ts';

/**
 * Functions that take an address as a string, and one that runs code. Renamed to an unknown name,
 * each invalidates only its declaration.
 */
const UNSAFE_FUNCTIONS = new Set([
  'image-set',
  '-webkit-image-set',
  'cross-fade',
  '-webkit-cross-fade',
  'image',
  'src',
  'expression',
]);
/** Properties and schemes that run code in some browser. */
const UNSAFE_NAMES = new Set(['-moz-binding', 'javascript', 'vbscript']);
const EMBEDDED =
  /^data:(?:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon)|font\/[\w+.-]+|application\/(?:x-)?font-[\w+.-]+)[;,]/i;
/**
 * Replaces removed text. A space would become part of a preceding escape: `\\75` and `rl(` must not
 * meet.
 */
const GAP = '/**/';
const NOWHERE = 'url("about:invalid")';
/** A remaining `url(` that isn't safe. */
const BROKEN = /url\((?!"(?:data:|about:invalid"))/gi;

/**
 * A `<` that starts a tag would end the style element. Matches its backslash as well; skips other
 * escapes.
 */
const OPENING = /\\[^]|<(?=[/!a-z?])/gi;

function safeAddress(address: string): string {
  const trimmed = address.trim();
  return EMBEDDED.test(trimmed) ? `url("${trimmed.replace(/["\\\r\n\f]/g, '')}")` : NOWHERE;
}

/**
 * Skips the rule after `@import`: it ends with `;`, before a block, or with the sheet. Returns the
 * first token after it.
 */
function afterImport(tokens: Iterator<CssToken, void>): CssToken | undefined {
  for (;;) {
    const { value: token } = tokens.next();
    if (!token || (token.type === 'sign' && (token.value === '{' || token.value === '}')))
      return token ?? undefined;
    if (token.type === 'sign' && token.value === ';') return undefined;
  }
}

export function safeCss(css: string): string {
  const parts: string[] = [];
  const tokens = cssTokens(css);
  /** in a quoted `url(`: whether the string or the bracket is next */
  let open: 'string' | 'bracket' | undefined;
  let token = tokens.next().value;
  for (; token; token = tokens.next().value) {
    if (token.type === 'at' && token.value === 'import') {
      parts.push(GAP);
      const after = afterImport(tokens);
      if (!after) continue;
      token = after;
    }
    if (open !== undefined && (token.type === 'space' || token.type === 'comment')) continue;
    if (open === 'string' && token.type === 'string') {
      parts.push(safeAddress(token.value).slice(0, -1));
      open = 'bracket';
      continue;
    }
    if (open === 'string') parts.push('none(');
    open = token.type === 'function' && token.value === 'url' ? 'string' : undefined;
    if (open === undefined) parts.push(safeToken(css, token));
  }
  return parts
    .join('')
    .replace(BROKEN, 'none(')
    .replace(OPENING, (found) => (found.endsWith('<') ? '\\3c ' : found));
}

function safeToken(css: string, token: CssToken): string {
  switch (token.type) {
    case 'comment':
      return GAP;
    // An invalid address, or a string broken by the end of its line.
    case 'bad':
      return /^["']/.test(css.slice(token.start, token.start + 1)) ? GAP : NOWHERE;
    case 'url':
      return safeAddress(token.value);
    case 'function':
      return UNSAFE_FUNCTIONS.has(token.value) ? 'none(' : css.slice(token.start, token.end);
    case 'name':
      return UNSAFE_NAMES.has(token.value) || (token.value === 'behavior' && isProperty(css, token))
        ? 'none '
        : css.slice(token.start, token.end);
    default:
      return css.slice(token.start, token.end);
  }
}

/** A colon follows, after at most a little space. */
const isProperty = (css: string, { end }: CssToken): boolean =>
  /^\s*:/.test(css.slice(end, end + 100));
