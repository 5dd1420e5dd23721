/**
 * The blocks of a long note are drawn in groups, each an element of its own, and what is out of
 * sight is left out group by group. For every frame the browser looks at each element that may be
 * left out; with two thousand of them that took longer than the key itself. Where there are many
 * groups, they stand in sections in the same way.
 *
 * ProseMirror draws neighbours that bear the same mark within one element. The view of the whole
 * document is therefore given its blocks with a mark for each section and group
 * (`arrange-blocks.ts`), by replacing how it draws (`patch-views.ts`).
 *
 * Of notes that are opened, the first groups are drawn at once, the others later
 * (`late-groups.ts`).
 */
import { Extension } from '@tiptap/core';
import { Plugin, type Transaction } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import { isDocumentEdgeKey } from './document-edge-keys.ts';
import { type DrawnView, groupedViewKey } from './drawn-blocks.ts';
import { LATE } from './group-marks.ts';
import { drawBeforeSearchAndPrint, latePlace } from './late-groups.ts';

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
          [LATE]: ({ attrs }, view) => latePlace(view as DrawnView, attrs['number']),
        },
      },
    }),
  ],
});
