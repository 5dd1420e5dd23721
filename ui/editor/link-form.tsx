import type { Editor } from '@tiptap/react';
import { clsx } from 'clsx';
import { ExternalLink, Unlink } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { isSafeLink } from '#core/editor/schema.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { typedLink } from './typed-link.ts';
import { editorTexts } from './texts/editor.ts';

const texts = editorTexts.bubble;
/** The form for the link of the selected text. */
export function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const was = String(editor.getAttributes('link')['href'] ?? '');
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('href');
    const href = typeof typed === 'string' && typed.trim() !== '' ? typedLink(typed.trim()) : '';
    if (!isSafeLink(href)) {
      setWrong(true);
      return;
    }
    const chain = editor.chain().focus().extendMarkRange('link');
    // Without selected words, the address is the text.
    if (editor.state.selection.empty && was === '')
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] });
    else chain.setLink({ href });
    chain.run();
    onDone();
  };
  return (
    <form onSubmit={submit} className="flex items-center gap-1 p-0.5">
      <input
        name="href"
        aria-label={texts.address}
        placeholder={texts.addressBegins}
        autoFocus
        defaultValue={was}
        aria-invalid={wrong}
        title={wrong ? texts.wrong : undefined}
        onChange={() => setWrong(false)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            onDone();
            editor.commands.focus();
          }
        }}
        className={clsx(
          'h-8 w-60 min-w-0 flex-1 rounded-control pointer-coarse:h-11',
          'border border-line-field bg-surface px-2 text-sm aria-invalid:border-danger',
        )}
      />
      <button
        type="submit"
        className="h-8 rounded-control px-2.5 text-sm font-medium pointer-coarse:h-11 text-accent hover:bg-hover"
      >
        {texts.done}
      </button>
      {was !== '' && (
        <>
          {/^https?:/i.test(was) && (
            <a
              href={was}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={texts.open}
              data-tooltip={texts.open}
              className={clsx(
                'grid size-8 place-items-center rounded-control pointer-coarse:size-11',
                'text-ink-soft hover:bg-hover',
              )}
            >
              <ExternalLink size={16} aria-hidden />
            </a>
          )}
          <IconButton
            label={texts.unlink}
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run();
              onDone();
            }}
            className="size-8! pointer-coarse:size-11!"
          >
            <Unlink size={16} aria-hidden />
          </IconButton>
        </>
      )}
    </form>
  );
}
