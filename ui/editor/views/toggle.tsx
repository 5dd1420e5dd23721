import { NodeViewContent, type ReactNodeViewProps } from '@tiptap/react';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { toggle } from '#core/editor/blocks/toggle/block.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { blockTexts } from '../texts/blocks.ts';
import { useEditorHost } from '../editor-host.ts';
import { BlockField } from './block-field.tsx';
import { BlockFrame } from './block-frame.tsx';

const texts = blockTexts.toggle;

export function ToggleView(view: ReactNodeViewProps) {
  const { readOnly } = useEditorHost();
  const it = toggle.read(view.node.attrs);
  const [openHere, setOpenHere] = useState(it.open);
  // A reader only expands it for themselves.
  const open = readOnly ? openHere : it.open;
  const turn = () => {
    setOpenHere(!open);
    if (!readOnly) view.updateAttributes({ open: !open });
  };
  return (
    <BlockFrame
      view={view}
      name={texts.name}
      icon={
        <IconButton
          label={open ? texts.close : texts.open}
          aria-expanded={open}
          onClick={turn}
          className="-m-1.5 size-8! pointer-coarse:size-11!"
        >
          <ChevronRight
            size={18}
            aria-hidden
            className={`transition-transform duration-(--quick) ${open ? 'rotate-90' : ''}`}
          />
        </IconButton>
      }
    >
      <div contentEditable={false}>
        <BlockField
          label={texts.summary}
          placeholder={texts.placeholder}
          value={it.summary}
          readOnly={readOnly}
          onWrite={(summary) => view.updateAttributes({ summary })}
          className="font-semibold"
        />
      </div>
      <div hidden={!open} className="mt-2">
        <NodeViewContent className="held" />
      </div>
    </BlockFrame>
  );
}
