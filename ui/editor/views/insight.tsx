import type { ReactNodeViewProps } from '@tiptap/react';
import { Sparkle } from 'lucide-react';
import { insight } from '#core/editor/blocks/insight/block.ts';
import { blockTexts } from '../texts/blocks.ts';
import { useEditorHost } from '../editor-host.ts';
import { BlockField } from './block-field.tsx';
import { BlockFrame } from './block-frame.tsx';

const texts = blockTexts.insight;

export function InsightView(view: ReactNodeViewProps) {
  const { readOnly } = useEditorHost();
  const { compAttrs } = insight.read(view.node.attrs);
  return (
    <BlockFrame
      view={view}
      name={texts.name}
      className="border-transparent bg-accent-soft"
      icon={<Sparkle size={18} aria-hidden className="text-accent-strong" />}
    >
      <BlockField
        label={texts.text}
        placeholder={texts.placeholder}
        value={compAttrs.text}
        readOnly={readOnly}
        onWrite={(text) => view.updateAttributes({ compAttrs: { ...compAttrs, text } })}
      />
    </BlockFrame>
  );
}
