import { type Editor, useEditorState } from '@tiptap/react';
import { BubbleMenu } from '@tiptap/react/menus';
import { Bold, Code, Highlighter, Italic, Link2, Sparkles, Unlink } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { isSafeLink } from '#core/editor/schema.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { floatClass } from '#ui/kit/float.ts';
import { askTexts } from '#ui/texts/ask.ts';

const asLink = (typed: string): string => (/^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : typed.includes('@') ? `mailto:${typed}` : `https://${typed}`);

/** Over selected words: how they look, and where they lead. */
export function BubbleBar({ editor, onAsk }: { editor: Editor; /** about what is selected */ onAsk?: (() => void) | undefined }) {
  const [linking, setLinking] = useState(false);
  const is = useEditorState({
    editor,
    selector: ({ editor: it }) => ({ bold: it.isActive('bold'), italic: it.isActive('italic'), code: it.isActive('code'), highlight: it.isActive('highlight'), link: it.isActive('link') }),
  });
  const button = (label: string, pressed: boolean, Icon: typeof Bold, run: () => void) => (
    <IconButton label={label} aria-pressed={pressed} onClick={run} className={`size-8! ${pressed ? 'bg-pressed! text-ink!' : ''}`}><Icon size={16} aria-hidden /></IconButton>
  );
  const link = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('href');
    const href = typeof typed === 'string' && typed.trim() !== '' ? asLink(typed.trim()) : '';
    if (isSafeLink(href)) editor.chain().focus().extendMarkRange('link').setLink({ href }).run();
    setLinking(false);
  };
  return (
    <BubbleMenu
      editor={editor} role="toolbar" aria-label="Format" className={floatClass('flex min-w-0! items-center gap-0.5')}
      options={{ placement: 'top', offset: 8, onHide: () => setLinking(false) }}
      shouldShow={({ editor: it, state }) => it.isEditable && !state.selection.empty && !('node' in state.selection) && !it.isActive('codeBlock')}
    >
      {linking
        ? (
          <form onSubmit={link} className="flex items-center gap-1 p-0.5">
            <input
              name="href" aria-label="Link address" placeholder="https://" autoFocus defaultValue={String(editor.getAttributes('link')['href'] ?? '')}
              onKeyDown={(event) => { if (event.key === 'Escape') { setLinking(false); editor.commands.focus(); } }}
              className="h-8 w-60 rounded-control border border-line-field bg-surface px-2 text-sm"
            />
            <button type="submit" className="h-8 rounded-control px-2.5 text-sm font-medium text-accent hover:bg-hover">Link</button>
          </form>
        )
        : (
          <>
            {onAsk && <Button look="quiet" onClick={onAsk} className="min-h-8! px-2! font-sans text-[0.8125rem]! text-accent!"><Sparkles size={15} aria-hidden />{askTexts.askAi}</Button>}
            {button('Bold', is.bold, Bold, () => { editor.chain().focus().toggleBold().run(); })}
            {button('Italic', is.italic, Italic, () => { editor.chain().focus().toggleItalic().run(); })}
            {button('Highlight', is.highlight, Highlighter, () => { editor.chain().focus().toggleHighlight().run(); })}
            {button('Code', is.code, Code, () => { editor.chain().focus().toggleCode().run(); })}
            {is.link
              ? button('Remove link', false, Unlink, () => { editor.chain().focus().extendMarkRange('link').unsetLink().run(); })
              : button('Link', false, Link2, () => setLinking(true))}
          </>
        )}
    </BubbleMenu>
  );
}
