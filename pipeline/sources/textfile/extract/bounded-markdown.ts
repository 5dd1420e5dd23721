/**
 * Converts Markdown to HTML in bounded time. The parser takes quadratic time for unclosed brackets
 * and emphasis, never ends for a line of list markers, and pads each row of a table to the width of
 * its head. So nesting, delimiters, tables and time are limited.
 */
import {
  Lexer,
  Parser,
  Renderer,
  Tokenizer,
  type Token,
  type Tokens,
  type TokensList,
} from 'marked';
import { Fault } from '#core/contract/faults.ts';

/** Deepest nesting of blocks, and of emphasis and links. Deeper Markdown stays as typed. */
const MOST_DEEP = 12;
/** Longest paragraph in characters; a longer one stays as typed. */
const LONGEST_PARAGRAPH = 20_000;
/** Most delimiters in a paragraph; with more it stays as typed. */
const MOST_DELIMITERS = 1_000;
/** Most quotes with lazy continuation lines, because each is parsed again with everything that follows. */
const MOST_CONTINUED = 50;
const MOST_CELLS = 200_000;
const MOST_MS = 10_000;

const tooComplex = (why: string): Fault =>
  new Fault('too_large', { message: `This Markdown can’t be read: ${why}. Split the file.` });

class BoundedTokenizer extends Tokenizer {
  #quotes = 0;

  override blockquote(src: string): Tokens.Blockquote | undefined {
    if (this.#quotes >= MOST_CONTINUED) throw tooComplex('too many quotes lie in each other');
    this.#quotes += 1;
    try {
      return super.blockquote(src);
    } finally {
      this.#quotes -= 1;
    }
  }

  override table(src: string): Tokens.Table | undefined {
    const found = this.rules.block.table.exec(src);
    const columns = found?.[1]?.split('|').length ?? 0;
    const rows = found?.[3]?.split('\n').length ?? 0;
    if (columns * rows > MOST_CELLS)
      throw tooComplex(`a table has more than ${MOST_CELLS.toLocaleString('en')} cells`);
    return super.table(src);
  }
}

class BoundedLexer extends Lexer {
  #blocks = 0;
  #inlines = 0;
  readonly #end = performance.now() + MOST_MS;

  override blockTokens(src: string, tokens: Token[] = [], isLastCut?: boolean): TokensList {
    this.#assertTime();
    if (this.#blocks >= MOST_DEEP) {
      tokens.push({ type: 'paragraph', raw: src, text: src, tokens: [asTyped(src)] });
      return tokens as TokensList;
    }
    this.#blocks += 1;
    try {
      return super.blockTokens(src, tokens, isLastCut) as TokensList;
    } finally {
      this.#blocks -= 1;
    }
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    this.#assertTime();
    const isTooMuch =
      this.#inlines >= MOST_DEEP ||
      src.length > LONGEST_PARAGRAPH ||
      (src.match(/[*_~`[\]<\\!]/g)?.length ?? 0) > MOST_DELIMITERS;
    if (isTooMuch) {
      tokens.push(asTyped(src));
      return tokens;
    }
    this.#inlines += 1;
    try {
      return super.inlineTokens(src, tokens);
    } finally {
      this.#inlines -= 1;
    }
  }

  #assertTime(): void {
    if (performance.now() > this.#end) throw tooComplex('it takes too long');
  }
}

const asTyped = (text: string): Tokens.Text => ({ type: 'text', raw: text, text, escaped: false });

class TextRenderer extends Renderer {
  override checkbox({ checked }: Tokens.Checkbox): string {
    return checked ? '☑ ' : '☐ ';
  }
}

/** Not yet sanitised. Faults: `too_large`. */
export function markdownHtml(markdown: string): string {
  const lexer = new BoundedLexer({ gfm: true, tokenizer: new BoundedTokenizer() });
  return new Parser({ renderer: new TextRenderer() }).parse(lexer.lex(markdown));
}
