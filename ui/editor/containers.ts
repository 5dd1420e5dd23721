/** Which nodes contain blocks, read from the schema: a new block needs no list here. */
import type { NodeType } from '@tiptap/pm/model';

/** Contains blocks, or parts of a list or table. */
export const isContainer = (type: NodeType): boolean => !type.isLeaf && !type.inlineContent;

/**
 * Contains blocks that can be moved one by one: the document, a list, a block like a callout. A
 * list item moves with its content, and a table as a whole.
 */
export const ordersBlocks = (type: NodeType): boolean =>
  isContainer(type) &&
  type.spec['tableRole'] === undefined &&
  (type === type.schema.topNodeType || type.isInGroup('block') || type.isInGroup('outermost'));
