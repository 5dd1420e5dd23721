/** The formatting toolbar on narrow screens, directly above the on-screen keyboard. */
import { type Editor, useEditorState } from '@tiptap/react';
import {
  Bold,
  Heading,
  Heading1,
  Heading2,
  Heading3,
  Highlighter,
  Italic,
  Link2,
  List,
  ListTodo,
  type LucideIcon,
  Plus,
  Redo2,
  Sparkles,
  Undo2,
} from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { useEffect, useState } from 'react';
import { IconButton } from '#ui/kit/button.tsx';
import { clipActionTexts } from '#ui/kit/texts/clips.ts';
import { LinkForm } from '../link-form.tsx';
import { editorTexts } from '../texts/editor.ts';
import { followKeyboard } from './keyboard-inset.ts';
import { headingLevel, nextHeading, openInsertMenu, selectWord } from './toolbar-commands.ts';

const texts = editorTexts.phone;
const HEADINGS = [Heading, Heading1, Heading2, Heading3];

interface Tool {
  label: string;
  icon: LucideIcon;
  run: () => void;
  /** for toggles */
  pressed?: boolean;
  disabled?: boolean;
}

/** The state of the buttons; the toolbar only redraws when this changes, not with each key. */
const shown = (editor: Editor) => ({
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  highlight: editor.isActive('highlight'),
  bullets: editor.isActive('bulletList'),
  tasks: editor.isActive('taskList'),
  link: editor.isActive('link'),
  code: editor.isActive('codeBlock'),
  level: headingLevel(editor),
  canUndo: editor.can().undo(),
  canRedo: editor.can().redo(),
});

function toolsOf(
  editor: Editor,
  is: ReturnType<typeof shown>,
  { onLink, onAsk }: { onLink: () => void; onAsk: (() => void) | undefined },
): Tool[] {
  const mark = (name: 'bold' | 'italic' | 'highlight', icon: LucideIcon): Tool => ({
    label: editorTexts.bubble[name],
    icon,
    pressed: is[name],
    disabled: is.code,
    run: () => editor.chain().focus().toggleMark(name).run(),
  });
  return [
    { label: texts.insert, icon: Plus, disabled: is.code, run: () => openInsertMenu(editor) },
    mark('bold', Bold),
    mark('italic', Italic),
    {
      label: texts.heading,
      icon: HEADINGS[is.level] ?? Heading,
      pressed: is.level > 0,
      run: () => nextHeading(editor),
    },
    {
      label: editorTexts.blocks.names.bullets,
      icon: List,
      pressed: is.bullets,
      run: () => editor.chain().focus().toggleBulletList().run(),
    },
    {
      label: editorTexts.blocks.names.tasks,
      icon: ListTodo,
      pressed: is.tasks,
      run: () => editor.chain().focus().toggleTaskList().run(),
    },
    {
      label: is.link ? editorTexts.bubble.editLink : editorTexts.bubble.link,
      icon: Link2,
      pressed: is.link,
      disabled: is.code,
      run: onLink,
    },
    {
      label: texts.undo,
      icon: Undo2,
      disabled: !is.canUndo,
      run: () => editor.chain().focus().undo().run(),
    },
    {
      label: texts.redo,
      icon: Redo2,
      disabled: !is.canRedo,
      run: () => editor.chain().focus().redo().run(),
    },
    mark('highlight', Highlighter),
    ...(onAsk ? [{ label: clipActionTexts.askAi, icon: Sparkles, run: onAsk }] : []),
  ];
}

export function PhoneToolbar({
  editor,
  foot,
  onAsk,
}: {
  editor: Editor;
  /** the last part of the notes' pane, which contains this */
  foot: HTMLElement;
  /** for the selection */
  onAsk: (() => void) | undefined;
}) {
  const [linking, setLinking] = useState(false);
  const is = useEditorState({ editor, selector: ({ editor: it }) => shown(it) });
  useEffect(() => followKeyboard(editor, foot), [editor, foot]);
  const onLink = () => {
    selectWord(editor);
    setLinking(true);
  };
  return (
    <div className="border-t border-line bg-paper font-sans">
      {linking ? (
        <LinkForm editor={editor} onDone={() => setLinking(false)} />
      ) : (
        <Toolbar.Root
          aria-label={texts.label}
          // Keeps the focus in the text, so that the keyboard stays open.
          onMouseDown={(event) => event.preventDefault()}
          className="flex touch-pan-x gap-0.5 overflow-x-auto overscroll-contain px-1 py-0.5 [scrollbar-width:none]"
        >
          {toolsOf(editor, is, { onLink, onAsk }).map(
            ({ label, icon: Icon, run, pressed, disabled = false }) => (
              <Toolbar.Button key={label} asChild disabled={disabled} onClick={run}>
                <IconButton
                  label={label}
                  aria-pressed={pressed}
                  className="size-11! aria-pressed:bg-pressed aria-pressed:text-ink"
                >
                  <Icon size={20} aria-hidden />
                </IconButton>
              </Toolbar.Button>
            ),
          )}
        </Toolbar.Root>
      )}
    </div>
  );
}
