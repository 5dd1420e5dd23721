import { type ReactNodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { Play } from 'lucide-react';
import { clip } from '#core/editor/blocks/clip/block.ts';
import { spanLabel } from '#core/editor/locator-link.ts';
import { clipTexts as texts } from '../texts/ai-blocks.ts';
import { ClipText } from '../ask-ai/clip-text.tsx';
import { useEditorHost } from '../editor-host.ts';
import { AnchorNote } from './anchor-note.tsx';
import { ClipOptions } from './clip-options.tsx';
import { useAskAi } from './clip-tools.tsx';
import { deleteClip } from './delete-block.ts';

/** A moment: its second as a chip, and what is said at it. */
export function MomentClip(view: ReactNodeViewProps) {
  const { readOnly, onGo, linkTo } = useEditorHost();
  const it = clip.read(view.node.attrs);
  const [place] = clip.locators(it);
  const { ask, button, panel } = useAskAi(view, it.clip_text, place);
  return (
    <NodeViewWrapper
      as="figure"
      aria-label={texts.moment}
      data-drag-handle
      className={`note-block group ${view.selected ? 'is-selected' : ''}`}
    >
      <div className="rounded-control">
        <div className="flex items-start gap-2.5">
          <button
            type="button"
            disabled={!place}
            aria-label={texts.open(spanLabel('timed', it.start))}
            onClick={() => place && onGo(place.sourceId, place.locator)}
            className="mt-0.5 inline-flex min-h-7 shrink-0 items-center gap-1 rounded-chip bg-accent-soft px-2 font-sans text-[0.8125rem] font-medium text-accent-strong tabular-nums transition-colors duration-(--quick) hover:bg-accent hover:text-on-accent disabled:opacity-50 pointer-coarse:min-h-11"
          >
            <Play size={12} aria-hidden fill="currentColor" />
            {spanLabel('timed', it.start)}
          </button>
          <div className="min-w-0 flex-1 border-l-2 pl-3" style={{ borderColor: it.color }}>
            <ClipText text={`“${it.clip_text}”`} place={place} onAsk={ask} className="italic" />
          </div>
          <span
            contentEditable={false}
            className="flex shrink-0 items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          >
            {button}
            <ClipOptions
              color={it.color}
              onColor={readOnly ? undefined : (color) => view.updateAttributes({ color })}
              shrink={it.shrink}
              onShrink={undefined}
              link={place && linkTo?.(place.sourceId, place.locator)}
              onDelete={readOnly ? undefined : () => deleteClip(view)}
            />
          </span>
        </div>
        {place?.anchor && (
          <AnchorNote anchor={place.anchor} sourceId={place.sourceId} own={!readOnly} />
        )}
        {panel}
      </div>
    </NodeViewWrapper>
  );
}
