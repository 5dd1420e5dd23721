/**
 * Asking about text: selected in the notes, or from a source, which becomes a clip with the
 * question.
 */
import type { Editor, JSONContent } from '@tiptap/core';
import { type ReactNode, useCallback, useState } from 'react';
import { blockOf } from '#core/editor/blocks/registry.ts';
import { insertBlocks } from '#core/editor/insert-blocks.ts';
import { toast } from '#ui/kit/toast.ts';
import { askTexts as texts } from '../texts/ask.ts';
import { showBlock } from '../show-block.ts';
import type { EditorHost } from '../editor-host.ts';
import { AskPopover } from './ask-popover.tsx';
import { chatBlock } from './new-blocks.ts';
import { insertAfter, insertBelow } from './insert-after.ts';
import type { QuestionSubject, AskedQuestion } from './requests.ts';

interface Opened {
  about: QuestionSubject;
  rect: DOMRect;
  put(block: (parent: string | null) => JSONContent): string | undefined;
}
export interface AskSelection {
  /** for the selection; undefined for people who can't ask here */
  onAsk: (() => void) | undefined;
  /** `clip`: inserted into the notes once a question is sent */
  askOf: (clip: JSONContent, rect: DOMRect) => void;
  popover: ReactNode;
}

export function useAskSelection(editor: Editor, { assistant, readOnly }: EditorHost): AskSelection {
  const [opened, open] = useState<Opened>();
  const onAsk = useCallback(() => {
    const { from, to } = editor.state.selection;
    const words = editor.state.doc.textBetween(from, to, '\n', ' ').trim();
    const [start, end] = [editor.view.coordsAtPos(from), editor.view.coordsAtPos(to)];
    const rect = new DOMRect(
      Math.min(start.left, end.left),
      start.top,
      Math.abs(end.right - start.left),
      end.bottom - start.top,
    );
    open({
      about: { words },
      rect,
      put: (block) => {
        const chat = block(null);
        return insertBelow(editor, to, chat) ? idOf(chat) : undefined;
      },
    });
  }, [editor]);
  const askOf = useCallback(
    (clip: JSONContent, rect: DOMRect) => {
      const block = blockOf(clip.type);
      const id = idOf(clip);
      if (!block || id === undefined) return;
      const [place] = block.locators(clip.attrs);
      open({
        about: { words: place?.locator.quote ?? '', place },
        rect,
        put: (chatOf) => {
          insertBlocks(editor, [clip], editor.isFocused ? 'cursor' : 'end');
          const chat = chatOf(id);
          return insertAfter(editor, id, chat) ? idOf(chat) : undefined;
        },
      });
    },
    [editor],
  );
  const asked = (it: AskedQuestion) => {
    if (!assistant || !opened) return;
    const id = opened.put((parent) => chatBlock(it, assistant, parent));
    if (id !== undefined && opened.about.place)
      toast.success(texts.asked, {
        action: {
          label: texts.show,
          onClick: () => {
            showBlock(editor, id);
          },
        },
      });
  };
  return {
    onAsk: readOnly || !assistant ? undefined : onAsk,
    askOf,
    popover: opened && (
      <AskPopover
        about={opened.about}
        rect={opened.rect}
        onAsk={asked}
        onClose={() => open(undefined)}
      />
    ),
  };
}

const idOf = ({ attrs }: JSONContent): string | undefined => {
  const id: unknown = attrs?.['_id'];
  return typeof id === 'string' ? id : undefined;
};
