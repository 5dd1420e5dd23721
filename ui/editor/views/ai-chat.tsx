import { type ReactNodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { Check, ChevronDown, Copy, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { aiChat } from '#core/editor/blocks/ai-chat/block.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { useSurroundings } from '../surroundings.ts';

export function AiChatView({ node, selected, updateAttributes, deleteNode }: ReactNodeViewProps) {
  const { readOnly, renderAnswer } = useSurroundings();
  const it = aiChat.read(node.attrs);
  const [foldedHere, setFoldedHere] = useState(it.shrink);
  const [copied, setCopied] = useState(false);
  const answerId = useId();
  // A reader folds for himself alone.
  const folded = readOnly ? foldedHere : it.shrink;
  const fold = () => { setFoldedHere(!folded); if (!readOnly) updateAttributes({ shrink: !folded }); };
  const copy = () => { void navigator.clipboard.writeText(it.answer).then(() => setCopied(true)); };
  return (
    <NodeViewWrapper as="section" aria-label="Answer" data-drag-handle className={`note-block group ${selected ? 'is-selected' : ''}`}>
      <div className="rounded-card border border-line bg-surface shadow-low">
        <div className="flex items-start gap-1 py-1.5 pr-1.5 pl-1.5">
          <button type="button" onClick={fold} aria-expanded={!folded} aria-controls={answerId} className="flex min-h-8 min-w-0 flex-1 items-start gap-2 rounded-control px-2 py-1.5 text-left font-sans text-[0.9375rem] leading-snug font-semibold hover:bg-hover pointer-coarse:min-h-11">
            <ChevronDown size={17} aria-hidden className={`mt-0.5 shrink-0 text-ink-faint transition-transform duration-(--quick) ${folded ? '-rotate-90' : ''}`} />
            <span className="min-w-0 wrap-anywhere">{it.question || 'Answer'}</span>
          </button>
          <IconButton label={copied ? 'Copied' : 'Copy answer'} onClick={copy} className="size-8! pointer-coarse:size-11!">{copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}</IconButton>
          {!readOnly && <IconButton label="Delete answer" onClick={() => deleteNode()} className="size-8! pointer-coarse:size-11!"><Trash2 size={15} aria-hidden /></IconButton>}
        </div>
        <div id={answerId} hidden={folded} className="border-t border-line px-4 py-3.5">
          {renderAnswer(it.answer, it.citations)}
          <p className="mt-3 font-sans text-xs text-ink-faint">
            Gloss AI · Referring {it.sources.length} source{it.sources.length === 1 ? '' : 's'}{it.model === 'offline' ? ' · offline assistant' : ''}
          </p>
        </div>
      </div>
    </NodeViewWrapper>
  );
}
