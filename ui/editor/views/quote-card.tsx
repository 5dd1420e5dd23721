import { type ReactNodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { ChevronDown, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { BlockPlace } from '#core/editor/block.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { toast } from '#ui/kit/toast.ts';
import { markTexts } from '#ui/texts/viewer.ts';
import { removeBlock } from '../block-edits.ts';
import { AnchorNote } from './anchor-note.tsx';
import { useSurroundings } from '../surroundings.ts';

const LONG_CHARS = 280;

interface QuoteCardProps {
  view: ReactNodeViewProps;
  /** what it is, for whoever does not see it */ name: string;
  heading?: string | undefined;
  text: string;
  color: string;
  underline?: boolean;
  shrink: boolean;
  place: BlockPlace | undefined;
  /** `01:23–01:45`, `page 4` */ label: string;
  /** of the button that goes there */ action: string;
  /** what that takes, under the pointer */ hint?: string;
  icon: ReactNode;
}

/** A passage kept from a source: its words on the clip's colour, and the way back. */
export function QuoteCard({ view, name, heading, text, color, underline = false, shrink, place, label, action, hint, icon }: QuoteCardProps) {
  const { readOnly, onGo, titleOf } = useSurroundings();
  const [folded, setFolded] = useState(shrink && text.length > LONG_CHARS);
  const title = place && titleOf(place.sourceId);
  const remove = () => {
    const { editor, node } = view;
    const back = typeof node.attrs['_id'] === 'string' ? removeBlock(editor, node.attrs['_id']) : undefined;
    if (back) toast.success(markTexts.clipDeleted, { action: { label: markTexts.undo, onClick: back } });
    else view.deleteNode();
  };
  return (
    <NodeViewWrapper as="figure" aria-label={name} data-drag-handle className={`note-block group ${view.selected ? 'is-selected' : ''}`}>
      <div className="flex items-start gap-3 rounded-card border border-line bg-surface py-3 pr-2 pl-3 shadow-low">
        <span aria-hidden className="mt-0.5 w-1 shrink-0 self-stretch rounded-full" style={{ backgroundColor: color }} />
        <div className="min-w-0 flex-1">
          {heading && <p className="mb-1 font-sans text-[0.9375rem] leading-snug font-semibold">{heading}</p>}
          {text && (
            <blockquote className={`font-serif leading-relaxed whitespace-pre-line text-ink ${folded ? 'line-clamp-3' : ''}`}>
              <span className="box-decoration-clone" style={underline ? { textDecoration: 'underline', textDecorationColor: color, textDecorationThickness: '2px', textUnderlineOffset: '4px' } : undefined}>{text}</span>
            </blockquote>
          )}
          {place?.anchor && <AnchorNote anchor={place.anchor} sourceId={place.sourceId} own={!readOnly} />}
          <figcaption className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 font-sans text-[0.8125rem] text-ink-soft">
            <button
              type="button" disabled={!place} onClick={() => place && onGo(place.sourceId, place.locator)} aria-label={`${action} ${label}`} title={hint}
              className="inline-flex min-h-7 items-center gap-1.5 rounded-full bg-accent-soft px-2.5 font-medium text-accent-strong tabular-nums transition-colors duration-(--quick) hover:bg-accent hover:text-on-accent disabled:opacity-50 pointer-coarse:min-h-11"
            >
              {icon}{label}
            </button>
            {title && <span className="truncate">{title}</span>}
            {text.length > LONG_CHARS && (
              <button type="button" aria-expanded={!folded} onClick={() => setFolded(!folded)} className="inline-flex min-h-7 items-center gap-1 rounded-control px-1.5 hover:bg-hover pointer-coarse:min-h-11">
                <ChevronDown size={14} aria-hidden className={folded ? '' : 'rotate-180'} />{folded ? 'Show all' : 'Show less'}
              </button>
            )}
          </figcaption>
        </div>
        {!readOnly && (
          <IconButton label={`Delete ${name.toLowerCase()}`} onClick={remove} className="size-8! opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:size-11! pointer-coarse:opacity-100">
            <Trash2 size={15} aria-hidden />
          </IconButton>
        )}
      </div>
    </NodeViewWrapper>
  );
}
