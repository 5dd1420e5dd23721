import type { Mark, Node } from '@tiptap/pm/model';
import type { DecorationSource, EditorView } from '@tiptap/pm/view';

/** The used parts of ProseMirror's views of a document, a block or a group. */
export interface Desc {
  parent?: Desc;
  node?: Node;
  mark?: Mark;
  children: readonly Desc[];
  dom: unknown;
  contentDOM?: HTMLElement | null;
  size: number;
  dirty: number;
  innerDeco: DecorationSource;
  update(
    node: Node,
    outerDeco: readonly unknown[],
    innerDeco: DecorationSource,
    view: EditorView,
  ): boolean;
  updateChildren(view: EditorView, pos: number): void;
  parseRange(from: number, to: number, base?: number): unknown;
  descAt(pos: number): unknown;
  domFromPos(pos: number, side: number): unknown;
  setSelection(anchor: number, head: number, view: EditorView, force?: boolean): void;
}
