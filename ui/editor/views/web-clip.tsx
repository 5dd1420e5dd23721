import type { ReactNodeViewProps } from '@tiptap/react';
import { Globe } from 'lucide-react';
import { webClip } from '#core/editor/blocks/web-clip/block.ts';
import { spanLabel } from '#core/editor/locator-link.ts';
import { clipTexts } from '../texts/ai-blocks.ts';
import { QuoteCard } from './quote-card.tsx';

export function WebClipView(view: ReactNodeViewProps) {
  const it = webClip.read(view.node.attrs);
  return (
    <QuoteCard
      view={view}
      name={clipTexts.webClip}
      text={it.text}
      color={it.color}
      underline={it.underline}
      place={webClip.locators(it)[0]}
      label={spanLabel('flow', it.paragraph)}
      icon={<Globe size={14} aria-hidden />}
    />
  );
}
