/**
 * Marks that are typed or pasted as Markdown, such as `*slanted*`. As in CommonMark, no space
 * follows the opening delimiter or precedes the closing one, so `2 * 3 * 4` stays unchanged, and so
 * do underscores inside words. Tiptap's own rules convert both.
 */
import {
  createChainableState,
  type Editor,
  type ExtendedRegExpMatchArray,
  Extension,
  type InputRule,
  Mark,
  markInputRule,
  markPasteRule,
} from '@tiptap/core';

const DELIMITERS: Readonly<Record<string, readonly string[]>> = {
  bold: ['**', '__'],
  italic: ['*', '_'],
  strike: ['~~'],
  highlight: ['=='],
};

/** Text between two delimiters, at the start of a text or after a space. */
function delimited(delimiter: string): string {
  const sign = delimiter.charAt(0);
  const [one, other] = [`[${sign}]`, `[^${sign}]`];
  const mark = `${one}{${delimiter.length}}`;
  return `(?:^|\\s)(${mark}(?!\\s)(${other}*[^${sign}\\s])${mark})`;
}

const isUnderscore = (delimiter: string): boolean => delimiter.startsWith('_');
const WORD_LETTER = String.raw`[\p{L}\p{N}_]`;

/**
 * Text between underscores and the next character, which shows that they don't end inside a word.
 */
function underscored(delimiter: string): RegExp {
  const inner = String.raw`(?![\s_])((?:[^_]|_(?=[\p{L}\p{N}]))*[^_\s])`;
  return new RegExp(`(?:^|\\s)(${delimiter}${inner}${delimiter})(?!${WORD_LETTER})[^]$`, 'u');
}

/** The input rule of a mark, for a match with one more character. */
function beforeLast(rule: InputRule, editor: () => Editor): InputRule {
  const { handler } = rule;
  rule.handler = (props) => {
    const { range, match } = props;
    const [whole, , inner = ''] = match;
    const marked: ExtendedRegExpMatchArray = [whole.slice(0, -1), inner];
    if (!whole.endsWith('\n'))
      return handler({ ...props, range: { ...range, to: range.to - 1 }, match: marked });
    // The Enter key hasn't inserted text yet, and still has to break the line.
    const { state, dispatch } = editor().view;
    const { tr } = state;
    handler({
      ...props,
      state: createChainableState({ state, transaction: tr }),
      match: marked,
    });
    dispatch(tr);
    return null;
  };
  return rule;
}

/** Returns the extension, with these rules instead of its own if it is one of these marks. */
export function withDelimiters<T>(extension: T): T | Mark {
  if (!(extension instanceof Mark)) return extension;
  const delimiters = DELIMITERS[extension.name];
  if (!delimiters) return extension;
  return extension.extend({
    addInputRules() {
      return delimiters
        .filter((it) => !isUnderscore(it))
        .map((it) => markInputRule({ find: new RegExp(`${delimited(it)}$`), type: this.type }));
    },
    addPasteRules() {
      return delimiters.map((it) =>
        markPasteRule({
          find: new RegExp(delimited(it) + (isUnderscore(it) ? `(?!${WORD_LETTER})` : ''), 'gu'),
          type: this.type,
        }),
      );
    },
  });
}

/**
 * Formats text typed between underscores. Runs before lists, which would handle the Enter key
 * first.
 */
export const UnderscoreMarks = Extension.create({
  name: 'underscoreMarks',
  priority: 200,
  addInputRules() {
    const { marks } = this.editor.schema;
    return Object.entries(DELIMITERS).flatMap(([name, delimiters]) => {
      const type = marks[name];
      if (!type) return [];
      return delimiters
        .filter(isUnderscore)
        .map((it) => beforeLast(markInputRule({ find: underscored(it), type }), () => this.editor));
    });
  },
});
