/**
 * Removes reasoning from a model's text: `<think>…</think>` at the beginning of a line, however it
 * is split into deltas.
 */
export interface ThoughtFilter {
  pass(delta: string): string;
  /** Call at the end. Returns the text held back that is not reasoning. */
  rest(): string;
}

const OPENING = /^<(think|thinking|thought|reasoning)>/i;
const MAY_OPEN = /^<[a-z]{0,9}$/i;
const CLOSING = /<\/(?:think|thinking|thought|reasoning)>\s*/i;
/** longest possible tag */
const TAG_CHARS = 12;

export function createThoughtFilter(): ThoughtFilter {
  let buffered = '';
  let thinking = false;
  /** whether the line has only blanks so far */
  let atLineStart = true;
  /** whether reasoning has just ended: the blanks after it are removed too */
  let trimming = false;

  function take(out: string[]): boolean {
    if (thinking) {
      const end = CLOSING.exec(buffered);
      if (!end) {
        buffered = buffered.slice(-TAG_CHARS);
        return false;
      }
      buffered = buffered.slice(end.index + end[0].length);
      thinking = false;
      trimming = true;
      return true;
    }
    if (trimming) {
      buffered = buffered.trimStart();
      if (buffered === '') return false;
      trimming = false;
      atLineStart = true;
    }
    const at = buffered.indexOf('<');
    const before = at < 0 ? buffered : buffered.slice(0, at);
    if (before !== '') {
      out.push(before);
      buffered = buffered.slice(before.length);
      atLineStart = /(?:^\s*|\n[^\S\n]*)$/.test(atLineStart ? before : `x${before}`);
    }
    if (buffered === '') return false;
    if (atLineStart && OPENING.test(buffered)) {
      buffered = buffered.replace(OPENING, '');
      thinking = true;
      return true;
    }
    if (atLineStart && MAY_OPEN.test(buffered)) return false;
    out.push('<');
    buffered = buffered.slice(1);
    atLineStart = false;
    return buffered !== '';
  }
  return {
    pass(delta) {
      const out: string[] = [];
      buffered += delta;
      if (delta !== '') while (take(out));
      return out.join('');
    },
    rest() {
      const left = thinking ? '' : buffered;
      buffered = '';
      return left;
    },
  };
}
