/** Finds and replaces addresses in style sheets, in one pass over the tokens. */
import { cssTokens, quotedUrl, type CssToken } from '#pipeline/sources/css-tokens.ts';

export interface CssImport {
  /** absolute; undefined if the import has no address */
  url: string | undefined;
  /** media query of the import; empty for all media */
  media: string;
}

/** Splits a sheet into the parts that matter for its addresses. */
type Piece =
  | { kind: 'text'; text: string; token: CssToken }
  | { kind: 'address'; address: string }
  | { kind: 'import'; address: string; rest: string };

/** The tokens of a sheet with one token of lookahead. */
class Tokens {
  readonly #tokens: Generator<CssToken, void>;
  #next: CssToken | undefined;
  constructor(css: string) {
    this.#tokens = cssTokens(css);
    this.#advance();
  }

  #advance(): void {
    const { value, done } = this.#tokens.next();
    this.#next = done === true ? undefined : value;
  }

  peek(): CssToken | undefined {
    return this.#next;
  }

  take(): CssToken | undefined {
    const token = this.#next;
    this.#advance();
    return token;
  }

  skipSpace(): void {
    while (this.#next?.type === 'space' || this.#next?.type === 'comment') this.#advance();
  }

  /** Reads the string after `url(`, and the closing bracket; undefined if there is no string. */
  takeQuoted(): string | undefined {
    this.skipSpace();
    if (this.#next?.type !== 'string') return undefined;
    const { value } = this.#next;
    this.#advance();
    this.skipSpace();
    if (this.#next?.value === ')') this.#advance();
    return value;
  }
}

const isEndOfRule = ({ type, value }: CssToken): boolean =>
  type === 'sign' && (value === ';' || value === '{' || value === '}');

/**
 * Reads the conditions of an `@import`: the text between its address and its `;`, without layers.
 */
function takeImport(css: string, tokens: Tokens): Extract<Piece, { kind: 'import' }> {
  tokens.skipSpace();
  let address = '';
  const first = tokens.peek();
  if (first?.type === 'string' || first?.type === 'url') {
    address = first.value;
    tokens.take();
  } else if (first?.type === 'function' && first.value === 'url') {
    tokens.take();
    address = tokens.takeQuoted() ?? '';
  }
  const rest: string[] = [];
  for (let token = tokens.peek(); token && !isEndOfRule(token); token = tokens.peek()) {
    tokens.take();
    if (token.type === 'function' && (token.value === 'layer' || token.value === 'supports'))
      skipBrackets(tokens);
    else if (token.type !== 'comment' && token.value !== 'layer')
      rest.push(css.slice(token.start, token.end));
  }
  if (tokens.peek()?.value === ';') tokens.take();
  return { kind: 'import', address, rest: rest.join('').trim() };
}

/** Skips to the matching closing bracket, or to the end of the rule. */
function skipBrackets(tokens: Tokens): void {
  let open = 1;
  for (let token = tokens.peek(); token && open > 0 && !isEndOfRule(token); token = tokens.peek()) {
    if (token.type === 'function' || token.value === '(') open += 1;
    if (token.type === 'sign' && token.value === ')') open -= 1;
    tokens.take();
  }
}

function* piecesOf(css: string): Generator<Piece, void> {
  const tokens = new Tokens(css);
  for (let token = tokens.take(); token; token = tokens.take()) {
    if (token.type === 'at' && token.value === 'import') yield takeImport(css, tokens);
    else if (token.type === 'url') yield { kind: 'address', address: token.value };
    else if (token.type === 'function' && token.value === 'url')
      yield { kind: 'address', address: tokens.takeQuoted() ?? '' };
    else
      yield {
        kind: 'text',
        text: token.type === 'comment' ? ' ' : css.slice(token.start, token.end),
        token,
      };
  }
}

/** Returns the sheet with imports and other addresses replaced and comments removed. */
export function rewriteCss(
  css: string,
  base: string,
  by: { import(it: CssImport): string; address(address: string): string },
): string {
  const parts: string[] = [];
  for (const piece of piecesOf(css)) {
    if (piece.kind === 'text') parts.push(piece.text);
    else if (piece.kind === 'address') parts.push(quotedUrl(by.address(piece.address.trim())));
    else
      parts.push(
        by.import({ url: URL.parse(piece.address.trim(), base)?.href, media: piece.rest }),
      );
  }
  return parts.join('');
}

export interface CssNeeds {
  imports: string[];
  pictures: string[];
  fonts: string[];
}

const isSvg = (url: string): boolean => /\.svg(?:[?#]|$)/i.test(url);
/** Returns the first format of a font that every browser supports. */
const bestFont = (urls: readonly string[]): string | undefined =>
  urls.find((url) => /\.woff2(?:[?#]|$)/i.test(url)) ??
  urls.find((url) => /\.woff(?:[?#]|$)/i.test(url));

function webAddress(address: string, base: string): string | undefined {
  const trimmed = address.trim();
  if (trimmed === '' || /^(?:data:|#|about:)/i.test(trimmed)) return undefined;
  const url = URL.parse(trimmed, base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** Returns the absolute addresses that a sheet would load, without duplicates, in order. */
export function cssNeeds(css: string, base: string): CssNeeds {
  const imports = new Set<string>();
  const pictures = new Set<string>();
  const fonts = new Set<string>();
  /** addresses of the current `@font-face` */
  let face: string[] | undefined;
  const endFace = (): void => {
    const best = bestFont(face ?? []);
    if (best !== undefined) fonts.add(best);
    face = undefined;
  };
  for (const piece of piecesOf(css)) {
    if (piece.kind === 'text') {
      if (piece.token.type === 'at' && piece.token.value === 'font-face') face = [];
      else if (piece.text === '}') endFace();
      continue;
    }
    const url = webAddress(piece.address, base);
    if (url === undefined) continue;
    if (piece.kind === 'import') imports.add(url);
    else if (face) face.push(url);
    else if (!isSvg(url)) pictures.add(url);
  }
  endFace();
  return { imports: [...imports], pictures: [...pictures], fonts: [...fonts] };
}
