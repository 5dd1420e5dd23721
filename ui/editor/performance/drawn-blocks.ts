/** What each view of the notes has drawn. */
import type { Mark, Node } from '@tiptap/pm/model';
import { PluginKey } from '@tiptap/pm/state';
import type { DecorationSource, EditorView } from '@tiptap/pm/view';
import type { Grouped } from './block-groups.ts';
import type { Desc } from './view-desc.ts';

export type DrawnView = EditorView & {
  docView: Desc;
  domObserver: { stop(): void; start(): void };
};

/** The last drawn blocks, and the group of each. */
export interface DrawnBlocks extends Grouped<Node, Mark> {
  /** the blocks with the marks of their sections and groups */
  marked: Node[];
  /** the groups, and the section of each */
  sections: Grouped<Mark, Mark>;
  /** the placeholder of each group that isn't drawn yet */
  late: ReadonlyMap<Mark, Node>;
  /** of the entire document */
  decorations: DecorationSource;
}

export const drawnBlocks = new WeakMap<EditorView, DrawnBlocks>();

/** For editors with groups: whether the document came from the shared one. */
export const groupedViewKey = new PluginKey<boolean>('groupedView');
