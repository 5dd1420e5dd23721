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
/** as long as a tag may be */
const TAG_CHARS = 12;

export function createThoughtFilter(): ThoughtFilter {
  let held = '';
  let thinking = false;
  /** only blanks so far on this line */
  let atLineStart = true;
  /** a thought ended just now: the blanks after it go too */
  let trimming = false;

  function take(out: string[]): boolean {
    if (thinking) {
      const end = CLOSING.exec(held);
      if (!end) {
        held = held.slice(-TAG_CHARS);
        return false;
      }
      held = held.slice(end.index + end[0].length);
      thinking = false;
      trimming = true;
      return true;
    }
    if (trimming) {
      held = held.trimStart();
      if (held === '') return false;
      trimming = false;
      atLineStart = true;
    }
    const at = held.indexOf('<');
    const before = at < 0 ? held : held.slice(0, at);
    if (before !== '') {
      out.push(before);
      held = held.slice(before.length);
      atLineStart = /(?:^\s*|\n[^\S\n]*)$/.test(atLineStart ? before : `x${before}`);
    }
    if (held === '') return false;
    if (atLineStart && OPENING.test(held)) {
      held = held.replace(OPENING, '');
      thinking = true;
      return true;
    }
    if (atLineStart && MAY_OPEN.test(held)) return false;
    out.push('<');
    held = held.slice(1);
    atLineStart = false;
    return held !== '';
  }
  return {
    pass(delta) {
      const out: string[] = [];
      held += delta;
      if (delta !== '') while (take(out));
      return out.join('');
    },
    rest() {
      const left = thinking ? '' : held;
      held = '';
      return left;
    },
  };
}
