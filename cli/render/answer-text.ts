import { cellWidth } from './terminal-cells.ts';
import { plain, paint } from './output.ts';

const CITATION = /^\[\d+\][.,;:!?)]*$/;

/**
 * Renders streaming Markdown for a terminal: bold text and headings in bold, bullets as `•`,
 * citations in colour, wrapped at `columns`. Prints words only when they are complete, so that no
 * escape sequence or citation is cut.
 */
export function createAnswerText(columns: number) {
  let pending = '';
  let column = 0;
  let bold = false;
  let heading = false;
  let indent = 0;
  let lineBegins = true;
  let space = false;

  function word(raw: string): string {
    if (lineBegins) {
      lineBegins = false;
      if (/^#{1,6}$/.test(raw)) {
        heading = true;
        return '';
      }
      if (/^[-*+]$/.test(raw)) {
        column = 2;
        indent = 2;
        space = false;
        return '• ';
      }
      if (/^\d+\.$/.test(raw)) indent = raw.length + 1;
    }
    let text = '';
    let width = 0;
    for (const part of raw.split(/(\*\*)/)) {
      if (part === '**') {
        bold = !bold;
        continue;
      }
      if (part === '') continue;
      width += cellWidth(part);
      for (const piece of part.split(/(\[\d+\][.,;:!?)]*)/)) {
        if (piece === '') continue;
        text += CITATION.test(piece)
          ? paint('cyan', piece)
          : bold || heading
            ? paint('bold', piece)
            : piece;
      }
    }
    if (width === 0) return '';
    const gap = space ? 1 : 0;
    space = true;
    if (column > indent && column + gap + width > columns - 1) {
      column = indent + width;
      return `\n${' '.repeat(indent)}${text}`;
    }
    column += gap + width;
    return `${gap === 1 ? ' ' : ''}${text}`;
  }
  function newline(): string {
    [column, indent, lineBegins, heading, space] = [0, 0, true, false, false];
    return '\n';
  }
  /** Returns complete words; with `all`, the last word too. */
  function settledText(all: boolean): string {
    let shown = '';
    const tokens = pending.split(/(\s+)/);
    pending = all ? '' : (tokens.pop() ?? '');
    for (const token of tokens) {
      if (token === '') continue;
      if (/^\s/.test(token)) shown += [...token].map((c) => (c === '\n' ? newline() : '')).join('');
      else shown += word(token);
    }
    return shown;
  }
  return {
    /** Returns the text that can be displayed after `delta`. */
    push(delta: string): string {
      pending += plain(delta);
      return settledText(false);
    },
    /** What is left. */
    end: (): string => settledText(true),
  };
}
