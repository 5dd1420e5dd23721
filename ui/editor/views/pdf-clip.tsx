import type { ReactNodeViewProps } from '@tiptap/react';
import { FileText } from 'lucide-react';
import { pdfClip } from '#core/editor/blocks/pdf-clip/block.ts';
import { spanLabel } from '#core/editor/locator-link.ts';
import { clipTexts } from '../texts/ai-blocks.ts';
import { QuoteCard } from './quote-card.tsx';

export function PdfClipView(view: ReactNodeViewProps) {
  const it = pdfClip.read(view.node.attrs);
  return (
    <QuoteCard
      view={view}
      name={clipTexts.pdfClip}
      text={it.text}
      color={it.color}
      underline={it.underline}
      place={pdfClip.locators(it)[0]}
      label={spanLabel('paged', (it.highlightAreas[0]?.pageIndex ?? 0) + 1)}
      icon={<FileText size={14} aria-hidden />}
    />
  );
}
