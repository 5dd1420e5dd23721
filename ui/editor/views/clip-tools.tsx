import type { ReactNodeViewProps } from '@tiptap/react';
import { Sparkles } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { BlockLocator } from '#core/editor/block-locator.ts';
import { Button } from '#ui/kit/button.tsx';
import { clipActionTexts as texts } from '#ui/kit/texts/clips.ts';
import { AskPanel } from '../ask-ai/ask-panel.tsx';
import { chatBlock } from '../ask-ai/new-blocks.ts';
import { insertAfter } from '../ask-ai/insert-after.ts';
import type { AskedQuestion } from '../ask-ai/requests.ts';
import { useEditorHost } from '../editor-host.ts';

export interface AskAi {
  /** undefined for people who can't ask here */
  ask: ((asked: AskedQuestion) => void) | undefined;
  button: ReactNode;
  /** below the clip, on request */
  panel: ReactNode;
}

/**
 * Asks about a clip and inserts the answer below it. Readers who can't ask see what they need first.
 */
export function useAskAi(
  view: ReactNodeViewProps,
  words: string,
  place: BlockLocator | undefined,
): AskAi {
  const { readOnly, assistant, barrier, upgrade } = useEditorHost();
  const [open, setOpen] = useState(false);
  const id: unknown = view.node.attrs['_id'];
  const may = !readOnly && assistant !== undefined && typeof id === 'string';
  const ask = may
    ? (asked: AskedQuestion) => {
        setOpen(false);
        insertAfter(view.editor, id, chatBlock(asked, assistant, id));
      }
    : undefined;
  if (!may && barrier === undefined) return { ask, button: null, panel: null };
  if (upgrade !== undefined) return { ask, button: upgrade, panel: null };
  return {
    ask,
    button: (
      <Button
        look="quiet"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="min-h-8! px-2! text-[0.8125rem]! pointer-coarse:min-h-11!"
      >
        <Sparkles size={14} aria-hidden />
        {texts.askAi}
      </Button>
    ),
    panel: open && (
      <div contentEditable={false} className="mt-3">
        <AskPanel
          about={{ words, place }}
          autoFocus
          onAsk={(asked) => ask?.(asked)}
          onLeave={() => setOpen(false)}
        />
      </div>
    ),
  };
}
