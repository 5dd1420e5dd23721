import { type ReactNodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { BlockLocator } from '#core/editor/block-locator.ts';
import { clipTexts as texts } from '../texts/ai-blocks.ts';
import { ClipText } from '../ask-ai/clip-text.tsx';
import { useEditorHost } from '../editor-host.ts';
import { AnchorNote } from './anchor-note.tsx';
import { ClipOptions } from './clip-options.tsx';
import { useAskAi } from './clip-tools.tsx';
import { deleteClip } from './delete-block.ts';

const LONG_CHARS = 280;

interface QuoteCardProps {
  view: ReactNodeViewProps;
  /** the accessible name */
  name: string;
  text: string;
  color: string;
  underline: boolean;
  place: BlockLocator | undefined;
  /** `page 4` */
  label: string;
  icon: ReactNode;
}

/** A clip of a document or a page: its text in the clip's colour, and a link to the source. */
export function QuoteCard({
  view,
  name,
  text,
  color,
  underline,
  place,
  label,
  icon,
}: QuoteCardProps) {
  const { readOnly, onGo, titleOf, linkTo } = useEditorHost();
  const long = text.length > LONG_CHARS;
  const [folded, setFolded] = useState(long);
  const { ask, button, panel } = useAskAi(view, text, place);
  const title = place && titleOf(place.sourceId);
  return (
    <NodeViewWrapper
      as="figure"
      aria-label={name}
      data-drag-handle
      className={`note-block group ${view.selected ? 'is-selected' : ''}`}
    >
      <div className="flex items-start gap-3 rounded-card border border-line bg-surface py-3 pr-2 pl-3 shadow-low">
        <span
          aria-hidden
          className="mt-0.5 w-1 shrink-0 self-stretch rounded-full"
          style={{ backgroundColor: color }}
        />
        <div className="min-w-0 flex-1">
          {text && (
            <ClipText
              text={text}
              place={place}
              onAsk={ask}
              underline={underline ? color : undefined}
              className={folded ? 'line-clamp-3' : ''}
            />
          )}
          {place?.anchor && (
            <AnchorNote anchor={place.anchor} sourceId={place.sourceId} own={!readOnly} />
          )}
          <figcaption
            contentEditable={false}
            className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 font-sans text-[0.8125rem] text-ink-soft"
          >
            <button
              type="button"
              disabled={!place}
              onClick={() => place && onGo(place.sourceId, place.locator)}
              aria-label={texts.open(label)}
              className="inline-flex min-h-7 items-center gap-1.5 rounded-full bg-accent-soft px-2.5 font-medium text-accent-strong tabular-nums transition-colors duration-(--quick) hover:bg-accent hover:text-on-accent disabled:opacity-50 pointer-coarse:min-h-11"
            >
              {icon}
              {label}
            </button>
            {title && <span className="min-w-24 flex-1 truncate">{title}</span>}
            {long && (
              <button
                type="button"
                aria-expanded={!folded}
                onClick={() => setFolded(!folded)}
                className="inline-flex min-h-7 items-center gap-1 rounded-control px-1.5 hover:bg-hover pointer-coarse:min-h-11"
              >
                <ChevronDown size={14} aria-hidden className={folded ? '' : 'rotate-180'} />
                {folded ? texts.showAll : texts.showLess}
              </button>
            )}
            <span className="ml-auto shrink-0">{button}</span>
          </figcaption>
          {panel}
        </div>
        <div contentEditable={false} className="-mt-1 shrink-0">
          {(!readOnly || linkTo) && (
            <ClipOptions
              color={color}
              onColor={readOnly ? undefined : (next) => view.updateAttributes({ color: next })}
              underline={underline}
              onUnderline={
                readOnly ? undefined : (next) => view.updateAttributes({ underline: next })
              }
              shrink={folded}
              onShrink={long ? () => setFolded(!folded) : undefined}
              link={place && linkTo?.(place.sourceId, place.locator)}
              onDelete={readOnly ? undefined : () => deleteClip(view)}
            />
          )}
        </div>
      </div>
    </NodeViewWrapper>
  );
}
