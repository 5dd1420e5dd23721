/**
 * The attributes of all blocks, gathered once. Tiptap gathers them anew for each kind of block that
 * has a view, when a note is opened, and for each new line.
 */
import { Extension } from '@tiptap/core';

export const knownAttributes = Extension.create({
  name: 'knownAttributes',
  onBeforeCreate({ editor: { extensionManager } }) {
    Object.defineProperty(extensionManager, 'attributes', { value: extensionManager.attributes });
  },
});
