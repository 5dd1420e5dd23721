/** A template for HTML: values are text and escaped, unless they are HTML. */
import { escapeHtml } from '#core/text/escape-html.ts';
export interface Html {
  readonly value: string;
}
type Piece = string | number | Html | readonly Html[];

const written = (piece: Piece): string => {
  if (typeof piece === 'object')
    return 'value' in piece ? piece.value : piece.map((it) => it.value).join('');
  return escapeHtml(String(piece));
};

export const html = (strings: TemplateStringsArray, ...pieces: Piece[]): Html => ({
  value: strings.reduce((text, string, at) => text + written(pieces[at - 1] ?? '') + string),
});
export const nothing: Html = { value: '' };
