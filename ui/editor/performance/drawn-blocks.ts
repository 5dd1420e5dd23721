/** What each view of notes has drawn. */
import type { Mark, Node } from '@tiptap/pm/model';
import { PluginKey } from '@tiptap/pm/state';
import type { DecorationSource, EditorView } from '@tiptap/pm/view';
import type { Grouped } from './block-groups.ts';
import type { Desc } from './view-desc.ts';

export type DrawnView = EditorView & {
  docView: Desc;
  domObserver: { stop(): void; start(): void };
};

/** The blocks as they were drawn last, and the group of each. */
export interface DrawnBlocks extends Grouped<Node, Mark> {
  /** the blocks, bearing their sections and groups */
  marked: Node[];
  /** the groups, and the section of each */
  sections: Grouped<Mark, Mark>;
  /** what stands for each group that is not drawn yet */
  late: ReadonlyMap<Mark, Node>;
  /** of the whole document */
  decorations: DecorationSource;
}

export const drawnBlocks = new WeakMap<EditorView, DrawnBlocks>();

/** Of editors whose blocks stand in groups: whether the document came from the shared one. */
export const groupedViewKey = new PluginKey<boolean>('groupedView');
