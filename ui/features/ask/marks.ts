/**
 * `[1]` in an answer's Markdown becomes an element of its own, `<cite data-mark="1">`, where that
 * mark has a citation.
 */
interface MarkdownNode {
  type: string;
  value?: string;
  children?: MarkdownNode[];
  data?: { hName: string; hProperties: Record<string, string> };
}

const MARK = /\[(\d+)\]/g;

function pieces(text: string, known: ReadonlySet<number>): MarkdownNode[] {
  const out: MarkdownNode[] = [];
  let from = 0;
  for (const hit of text.matchAll(MARK)) {
    const mark = Number(hit[1]);
    if (!known.has(mark)) continue;
    // The mark hangs on the word before it.
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

function walk(node: MarkdownNode, known: ReadonlySet<number>): void {
  node.children = node.children?.flatMap((child) => {
    if (child.type === 'text') return pieces(child.value ?? '', known);
    walk(child, known);
    return [child];
  });
}

/** A remark plugin. */
export const citationMarks =
  (known: ReadonlySet<number>) =>
  () =>
  (tree: MarkdownNode): void =>
    walk(tree, known);
