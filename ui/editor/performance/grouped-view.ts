/**
 * Draws the blocks of a long note in groups, each with its own element, so that the browser skips
 * invisible parts by group. Browsers check every skippable element in each frame, which took longer
 * than the key itself with two thousand blocks. Many groups are grouped into sections in the same
 * way.
 *
 * ProseMirror draws neighbours with the same mark in one element. So the document's view gets its
 * blocks with a mark for each section and group (`arrange-blocks.ts`) by replacing its drawing
 * (`patch-views.ts`).
 *
 * When notes are opened, the first groups are drawn immediately, the others later
 * (`late-groups.ts`).
 */
import { Extension } from '@tiptap/core';
import { Plugin, type Transaction } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import { isDocumentEdgeKey } from './document-edge-keys.ts';
import { type DrawnView, groupedViewKey } from './drawn-blocks.ts';
import { LATE } from './group-marks.ts';
import { drawBeforeSearchAndPrint, latePlaceholder } from './late-groups.ts';

const isShared = (tr: Transaction): boolean =>
  (tr.getMeta(ySyncPluginKey) as { isChangeOrigin?: boolean } | undefined)?.isChangeOrigin === true;

export const groupedView = Extension.create({
  name: 'groupedView',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: groupedViewKey,
      state: {
        init: () => false,
        apply: (tr, was) =>
          isShared(tr) || (was && tr.getMeta('appendedTransaction') !== undefined),
      },
      view: (view) => drawBeforeSearchAndPrint(view as DrawnView),
      props: {
        handleKeyDown: isDocumentEdgeKey,
        nodeViews: {
          [LATE]: ({ attrs }, view) => latePlaceholder(view as DrawnView, attrs['number']),
        },
      },
    }),
  ],
});
