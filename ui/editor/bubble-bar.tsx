import type { Editor } from '@tiptap/react';
import { BubbleMenu } from '@tiptap/react/menus';
import { Sparkles } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { floatClass } from '#ui/kit/floating-list.ts';
import { clipActionTexts } from '#ui/kit/texts/clips.ts';
import { editorTexts } from './texts/editor.ts';
import { foundIn } from './find/find.ts';
import { LinkForm } from './link-form.tsx';
import { useEditorHost } from './editor-host.ts';
import { MarksBar } from './marks-bar.tsx';
import { useToolbarKeys } from './toolbar-keys.ts';

/** Mod-K opens the link form for selected text, instead of the app's search. */
function useLinkKey(editor: Editor, onKey: () => void): void {
  const open = useEffectEvent(onKey);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isKey = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k';
      if (!isKey || event.shiftKey || event.altKey || !canFormat(editor)) return;
      event.preventDefault();
      event.stopPropagation();
      open();
    };
    const { dom } = editor.view;
    dom.addEventListener('keydown', press);
    return () => dom.removeEventListener('keydown', press);
  }, [editor]);
}

/** Whether the selected text can have marks. */
const canFormat = (editor: Editor): boolean => {
  const { state } = editor;
  return (
    editor.isEditable &&
    !state.selection.empty &&
    foundIn(state).wanted.words === '' &&
    !('node' in state.selection) &&
    !('$anchorCell' in state.selection) &&
    !editor.isActive('codeBlock')
  );
};

/** Shown above selected text. Alt+F10 moves the focus into it, Escape out of it. */
export function BubbleBar({
  editor,
  onAsk,
}: {
  editor: Editor;
  /** for the selection */
  onAsk?: (() => void) | undefined;
}) {
  const [linking, setLinking] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  useToolbarKeys(editor, bar);
  const { upgrade } = useEditorHost();
  useLinkKey(editor, () => setLinking(true));
  return (
    <BubbleMenu
      ref={bar}
      editor={editor}
      role="toolbar"
      aria-label={editorTexts.bubble.label}
      className={floatClass('flex min-w-0! items-center gap-0.5')}
      options={{ placement: 'top', offset: 8, onHide: () => setLinking(false) }}
      shouldShow={({ editor: it }) => canFormat(it)}
    >
      {linking ? (
        <LinkForm editor={editor} onDone={() => setLinking(false)} />
      ) : (
        <>
          {onAsk && upgrade}
          {onAsk && upgrade === undefined && (
            <Button
              look="quiet"
              onClick={onAsk}
              className="min-h-8! px-2! font-sans text-[0.8125rem]! text-accent!"
            >
              <Sparkles size={15} aria-hidden />
              {clipActionTexts.askAi}
            </Button>
          )}
          <MarksBar editor={editor} onLink={() => setLinking(true)} />
        </>
      )}
    </BubbleMenu>
  );
}
