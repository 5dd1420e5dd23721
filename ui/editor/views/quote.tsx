import type { ReactNodeViewProps } from '@tiptap/react';
import { Play, Quote } from 'lucide-react';
import { quote } from '#core/editor/blocks/quote/block.ts';
import { spanLabel } from '#core/editor/locator-link.ts';
import { Button } from '#ui/kit/button.tsx';
import { blockTexts } from '../texts/blocks.ts';
import { useEditorHost } from '../editor-host.ts';
import { AnchorNote } from './anchor-note.tsx';
import { BlockField } from './block-field.tsx';
import { BlockFrame } from './block-frame.tsx';

const texts = blockTexts.quote;

export function QuoteView(view: ReactNodeViewProps) {
  const { readOnly, onGo, openVideo } = useEditorHost();
  const it = quote.read(view.node.attrs);
  const [place] = quote.locators(it);
  const write = (part: Partial<typeof it.compAttrs>) =>
    view.updateAttributes({ compAttrs: { ...it.compAttrs, ...part } });
  const at = spanLabel('timed', it.compAttrs.timestamp);
  return (
    <BlockFrame
      view={view}
      name={texts.name}
      icon={<Quote size={18} aria-hidden className="text-ink-faint" />}
    >
      <BlockField
        label={texts.text}
        placeholder={texts.placeholder}
        value={it.compAttrs.context}
        readOnly={readOnly}
        onWrite={(context) => write({ context })}
        className="text-[1.125em] leading-relaxed italic"
      />
      {place?.anchor && (
        <AnchorNote anchor={place.anchor} sourceId={place.sourceId} own={!readOnly} />
      )}
      <figcaption className="mt-2 flex items-center gap-2 font-sans text-[0.8125rem] text-ink-soft">
        <div className="min-w-0 flex-1">
          <BlockField
            label={texts.speaker}
            placeholder={texts.speakerPlaceholder}
            value={it.compAttrs.speaker}
            readOnly={readOnly}
            onWrite={(speaker) => write({ speaker })}
          />
        </div>
        {!readOnly && openVideo && (
          <Button
            look="quiet"
            aria-label={texts.useNow}
            onClick={() => write(openVideo())}
            className="-my-1 shrink-0 px-2! text-[0.8125rem]!"
          >
            {texts.now}
          </Button>
        )}
        {place && (
          <button
            type="button"
            aria-label={texts.go(at)}
            onClick={() => onGo(place.sourceId, place.locator)}
            className="inline-flex min-h-7 items-center gap-1.5 rounded-full bg-accent-soft px-2.5 font-medium text-accent-strong tabular-nums hover:bg-accent hover:text-on-accent pointer-coarse:min-h-11"
          >
            <Play size={13} aria-hidden fill="currentColor" />
            {at}
          </button>
        )}
      </figcaption>
    </BlockFrame>
  );
}
