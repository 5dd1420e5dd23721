import type { ReactNodeViewProps } from '@tiptap/react';
import { Play } from 'lucide-react';
import { clip } from '#core/editor/blocks/clip/block.ts';
import { spanLabel } from '#core/editor/place-link.ts';
import { playLabel } from '#ui/kit/play-label.ts';
import { QuoteCard } from './quote-card.tsx';

export function ClipView(view: ReactNodeViewProps) {
  const it = clip.read(view.node.attrs);
  return (
    <QuoteCard
      view={view} name="Clip" heading={it.clip_heading} text={it.clip_text} color={it.color} shrink={it.shrink}
      place={clip.places(it)[0]} label={spanLabel('timed', it.start, it.end)} action="Play" hint={playLabel({ startS: it.start, endS: it.end })} icon={<Play size={13} aria-hidden fill="currentColor" />}
    />
  );
}
