import type { DiffPart, SourceDiff } from '#core/contract/version.ts';
import { wrapAndIndent } from './terminal-cells.ts';
import { oneLine, paint, plain } from './output.ts';

type Words = Extract<DiffPart, { kind: 'changed' }>['words'];
type Style = Parameters<typeof paint>[0];

/** Paints each line separately, because colours would continue past the end of a line. */
const painted = (style: Style, text: string, columns: number): string[] =>
  wrapAndIndent(oneLine(text), 2, columns).map((line, index) =>
    paint(style, index === 0 ? line.trimStart() : line),
  );
const inWords = (words: Words): string =>
  words
    .map(({ kind, text }) =>
      kind === 'same'
        ? text
        : kind === 'removed'
          ? `[-${text.trimEnd()}-]${text.slice(text.trimEnd().length)}`
          : `{+${text.trimEnd()}+}${text.slice(text.trimEnd().length)}`,
    )
    .join('');
const inColour = (words: Words): string =>
  words
    .map(({ kind, text }) =>
      kind === 'same' ? text : paint(kind === 'removed' ? ['red', 'strikethrough'] : 'green', text),
    )
    .join('');

/**
 * On a terminal, colours changes and folds unchanged text; in a pipe, writes `-`, `+` and `~`
 * before a tab, and edited words as `[-gone-]` and `{+come+}`.
 */
export function diffLines({ parts }: SourceDiff, columns: number | undefined): string[] {
  const lines: string[] = [];
  let same = 0;
  const fold = (): void => {
    if (same > 0 && columns !== undefined) lines.push(paint('dim', `  … ${same} unchanged`));
    same = 0;
  };
  for (const part of parts) {
    if (part.kind === 'same') {
      same += 1;
      continue;
    }
    fold();
    if (columns === undefined) {
      lines.push(
        part.kind === 'changed'
          ? `~\t${oneLine(inWords(part.words))}`
          : `${part.kind === 'added' ? '+' : '-'}\t${oneLine(part.text)}`,
      );
    } else if (part.kind === 'changed')
      lines.push(
        `${paint('yellow', '~')} ${inColour(part.words.map((word) => ({ ...word, text: plain(word.text.replace(/\s+/g, ' ')) })))}`,
      );
    else {
      const [first = '', ...more] = painted(
        part.kind === 'added' ? 'green' : 'red',
        part.text,
        columns,
      );
      lines.push(
        `${paint(part.kind === 'added' ? 'green' : 'red', part.kind === 'added' ? '+' : '-')} ${first}`,
        ...more,
      );
    }
  }
  fold();
  return lines;
}
