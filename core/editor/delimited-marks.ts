/**
 * Marks that are typed or pasted as Markdown, such as `*slanted*`. As in CommonMark no space follows
 * the opening delimiter or precedes the closing one, so `2 * 3 * 4` stays as it is, and underscores
 * inside words stay, too. Tiptap's own rules take both.
 */
import { type InputRule, Mark, markInputRule, markPasteRule } from '@tiptap/core';

const DELIMITERS: Readonly<Record<string, readonly string[]>> = {
  bold: ['**', '__'],
  italic: ['*', '_'],
  strike: ['~~'],
  highlight: ['=='],
};

/** Text between two of the delimiters, at the start of a text or after a space. */
function delimited(delimiter: string): string {
  const sign = delimiter.charAt(0);
  const [one, other] = [`[${sign}]`, `[^${sign}]`];
  const mark = `${one}{${delimiter.length}}`;
  return `(?:^|\\s)(${mark}(?!\\s)(${other}*[^${sign}\\s])${mark})`;
}

const isUnderscore = (delimiter: string): boolean => delimiter.startsWith('_');
const WORD_LETTER = /^[\p{L}\p{N}_]/u;

function outsideWords(rule: InputRule): InputRule {
  const { handler } = rule;
  rule.handler = (props) => {
    const { state, range } = props;
    const $end = state.doc.resolve(range.to);
    const next = $end.parent.textBetween($end.parentOffset, $end.parent.content.size, '', ' ');
    return WORD_LETTER.test(next) ? null : handler(props);
  };
  return rule;
}

/** The extension with these rules in place of its own, if it is one of these marks. */
export function withDelimiters<T>(extension: T): T | Mark {
  if (!(extension instanceof Mark)) return extension;
  const delimiters = DELIMITERS[extension.name];
  if (!delimiters) return extension;
  return extension.extend({
    addInputRules() {
      return delimiters.map((it) => {
        const rule = markInputRule({ find: new RegExp(`${delimited(it)}$`), type: this.type });
        return isUnderscore(it) ? outsideWords(rule) : rule;
      });
    },
    addPasteRules() {
      return delimiters.map((it) =>
        markPasteRule({
          find: new RegExp(
            delimited(it) + (isUnderscore(it) ? String.raw`(?![\p{L}\p{N}_])` : ''),
            'gu',
          ),
          type: this.type,
        }),
      );
    },
  });
}
