import type { ReactNodeViewProps } from '@tiptap/react';
import { Check, NotebookPen, RefreshCw } from 'lucide-react';
import { NOTE_TYPES, type NoteType } from '#core/contract/ask.ts';
import { aiNote } from '#core/editor/blocks/ai-note/block.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { Menu, MenuItem } from '#ui/kit/menu.tsx';
import { aiTexts } from '../texts/ai-blocks.ts';
import { notesRequest } from '../ask-ai/requests.ts';
import { useGenerated } from '../ask-ai/use-generated.ts';
import { useEditorHost } from '../editor-host.ts';
import { CitedBody } from './cited-body.tsx';
import { CitedCard } from './cited-card.tsx';

const texts = aiTexts.note;

export function AiNoteView(view: ReactNodeViewProps) {
  const it = aiNote.read(view.node.attrs);
  const { assistant } = useEditorHost();
  const filled = useGenerated(view.editor, it, 'isReady', ({ text, citations, model }) => ({
    note_content: text,
    citations,
    model,
  }));
  const rewrite = (type: NoteType) => {
    if (!assistant) return;
    const sources = it.sources.length > 0 ? it.sources : assistant.selected;
    filled.again(notesRequest(type, { selected: sources, model: assistant.model }), {
      note_type: type,
      ...(it.note_title === it.note_type && { note_title: type }),
    });
  };
  const isWriting = filled.generated !== undefined && !filled.isMade;
  return (
    <CitedCard
      view={view}
      texts={texts}
      icon={<NotebookPen size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />}
      title={it.note_title || it.note_type}
      shrink={it.shrink}
      text={it.note_content}
      citations={it.citations}
      busy={isWriting}
      tools={
        assistant && (
          <Menu
            trigger={
              <IconButton
                label={texts.rewrite}
                disabled={isWriting || !assistant.may}
                className="size-8! pointer-coarse:size-11!"
              >
                <RefreshCw size={15} aria-hidden />
              </IconButton>
            }
          >
            <p aria-hidden className="px-2.5 pt-1 pb-0.5 text-xs text-ink-faint">
              {texts.rewrite}
            </p>
            {NOTE_TYPES.map((type) => (
              <MenuItem key={type.id} onSelect={() => rewrite(type.name)}>
                <span className="flex-1">{type.name}</span>
                {type.name === it.note_type && (
                  <Check size={15} aria-hidden className="text-accent" />
                )}
              </MenuItem>
            ))}
          </Menu>
        )
      }
    >
      <CitedBody
        filled={filled}
        text={it.note_content}
        citations={it.citations}
        generatingBy={it.generatingBy}
        onDelete={view.deleteNode}
        pending={
          it.note_content === '' ? texts.writing(it.note_type) : texts.rewriting(it.note_type)
        }
        hint={aiTexts.takesTime}
      >
        <p className="mt-3 font-sans text-xs text-ink-faint">
          {it.note_type} · {aiTexts.from(it.sources.length)}
        </p>
      </CitedBody>
    </CitedCard>
  );
}
