import { type ReactNodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { FileText, Globe, Play } from 'lucide-react';
import { place } from '#core/editor/blocks/place/block.ts';
import { blockTexts } from '../texts/blocks.ts';
import { useEditorHost } from '../editor-host.ts';

const texts = blockTexts.position;

const ICONS = { timed: Play, paged: FileText, flow: Globe };

export function PlaceView({ node, selected }: ReactNodeViewProps) {
  const { onGo, titleOf } = useEditorHost();
  const it = place.read(node.attrs);
  const [target] = place.locators(it);
  const title = target && titleOf(target.sourceId);
  const Icon = ICONS[it.medium];
  return (
    <NodeViewWrapper as="span">
      <button
        type="button"
        disabled={!target}
        onClick={() => target && onGo(target.sourceId, target.locator)}
        data-tooltip={[title, it.quote].filter(Boolean).join(': ')}
        aria-label={title ? texts.goIn(it.label, title) : texts.go(it.label)}
        className={`mx-[0.1em] inline-flex items-center gap-1 rounded-chip bg-accent-soft px-[0.45em] py-[0.05em] align-baseline font-sans text-[0.82em] leading-[1.5] font-medium text-accent-strong tabular-nums transition-colors duration-(--quick) hover:bg-accent hover:text-on-accent disabled:opacity-60 ${selected ? 'outline-2 outline-(--focus)' : ''}`}
      >
        <Icon size={12} aria-hidden />
        {it.label}
      </button>
    </NodeViewWrapper>
  );
}
