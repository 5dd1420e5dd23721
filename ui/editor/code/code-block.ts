/** The page's additions to code blocks: highlighting, a language picker, copying. */
import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { codeHighlighting } from './code-highlighting.ts';
import { codeView, type LanguageRequest } from './code-view.ts';

export const codeBlocks = (ask: (asked: LanguageRequest) => void) =>
  Extension.create({
    name: 'codeBlocks',
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        codeHighlighting(),
        new Plugin({
          props: {
            nodeViews: {
              codeBlock: (node, view, getPos) => codeView({ node, view, editor, getPos, ask }),
            },
          },
        }),
      ];
    },
  });
