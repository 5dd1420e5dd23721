import type { ReactNodeViewProps } from '@tiptap/react';
import { ScrollText } from 'lucide-react';
import { summary } from '#core/editor/blocks/summary/block.ts';
import { aiTexts } from '../texts/ai-blocks.ts';
import { useGenerated } from '../ask-ai/use-generated.ts';
import { CitedBody } from './cited-body.tsx';
import { CitedCard } from './cited-card.tsx';

const texts = aiTexts.summary;

export function SummaryView(view: ReactNodeViewProps) {
  const it = summary.read(view.node.attrs);
  const filled = useGenerated(view.editor, it, 'isReady', ({ text, citations, model }) => ({
    summary: text,
    citations,
    model,
  }));
  return (
    <CitedCard
      view={view}
      texts={texts}
      icon={<ScrollText size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />}
      title={it.clip_heading || texts.name}
      shrink={it.shrink}
      text={it.summary}
      citations={it.citations}
      busy={filled.generated !== undefined && !filled.isMade}
    >
      <CitedBody
        filled={filled}
        text={it.summary}
        citations={it.citations}
        pending={texts.writing}
        hint={aiTexts.takesTime}
        generatingBy={it.generatingBy}
        onDelete={view.deleteNode}
      >
        <p className="mt-3 font-sans text-xs text-ink-faint">{aiTexts.from(it.sources.length)}</p>
      </CitedBody>
    </CitedCard>
  );
}
