/**
 * Turns `[1]` in an answer's Markdown into `<cite data-mark="1">` if that mark has a citation.
 */
import { citationMarks as marksIn } from '#core/text/mark-reader.ts';

interface MarkdownNode {
  type: string;
  value?: string;
  children?: MarkdownNode[];
  data?: { hName: string; hProperties: Record<string, string> };
  position?: { start: { offset?: number }; end: { offset?: number } };
}
interface Known {
  marks: ReadonlySet<number>;
  /** The Markdown, and where its citation marks start. */
  source: string;
  starts: ReadonlySet<number>;
}

const MARK = /\[(\d+)\]/g;

/** Whether each `[n]` of a text node is a citation mark, in order. */
function areMarks({ position }: MarkdownNode, { source, starts }: Known): boolean[] {
  const from = position?.start.offset ?? 0;
  const written = source.slice(from, position?.end.offset);
  return [...written.matchAll(MARK)].map((hit) => starts.has(from + hit.index));
}

function pieces(node: MarkdownNode, known: Known): MarkdownNode[] {
  const text = node.value ?? '';
  const isMark = areMarks(node, known);
  const out: MarkdownNode[] = [];
  let from = 0;
  for (const [at, hit] of [...text.matchAll(MARK)].entries()) {
    const mark = Number(hit[1]);
    if (!known.marks.has(mark) || isMark[at] === false) continue;
    // Attaches the mark to the previous word.
    const before = text.slice(from, hit.index).replace(/ $/, '');
    if (before) out.push({ type: 'text', value: before });
    out.push({
      type: 'citationMark',
      data: { hName: 'cite', hProperties: { dataMark: String(mark) } },
      children: [],
    });
    from = hit.index + hit[0].length;
  }
  if (from < text.length) out.push({ type: 'text', value: text.slice(from) });
  return out;
}

function walk(node: MarkdownNode, known: Known): void {
  node.children = node.children?.flatMap((child) => {
    if (child.type === 'text') return pieces(child, known);
    walk(child, known);
    return [child];
  });
}

/** A remark plugin. */
export const citationMarks =
  (marks: ReadonlySet<number>) =>
  () =>
  (tree: MarkdownNode, file: { toString: () => string }): void => {
    const source = file.toString();
    walk(tree, { marks, source, starts: new Set(marksIn(source).map((it) => it.start)) });
  };
