import { NodeViewContent, type ReactNodeViewProps } from '@tiptap/react';
import { CircleAlert, Info, Lightbulb, OctagonAlert, TriangleAlert } from 'lucide-react';
import { callout, CALLOUT_KINDS } from '#core/editor/blocks/callout/block.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { Menu, MenuItem } from '#ui/kit/menu.tsx';
import { blockTexts } from '../texts/blocks.ts';
import { useEditorHost } from '../editor-host.ts';
import { BlockFrame } from './block-frame.tsx';

type Kind = (typeof CALLOUT_KINDS)[number];
const LOOKS: Record<Kind, { Icon: typeof Info; ground: string; ink: string }> = {
  note: { Icon: Info, ground: 'border-line bg-sunken', ink: 'text-ink-soft' },
  tip: { Icon: Lightbulb, ground: 'border-transparent bg-accent-soft', ink: 'text-accent-strong' },
  important: {
    Icon: CircleAlert,
    ground: 'border-transparent bg-accent-soft',
    ink: 'text-accent-strong',
  },
  warning: { Icon: TriangleAlert, ground: 'border-transparent bg-warn-soft', ink: 'text-warn' },
  caution: { Icon: OctagonAlert, ground: 'border-transparent bg-danger-soft', ink: 'text-danger' },
};
const { kinds, kind: kindLabel } = blockTexts.callout;

export function CalloutView(view: ReactNodeViewProps) {
  const { readOnly } = useEditorHost();
  const { kind } = callout.read(view.node.attrs);
  const { Icon, ground, ink } = LOOKS[kind];
  const mark = <Icon size={18} aria-hidden className={ink} />;
  return (
    <BlockFrame
      view={view}
      name={kinds[kind]}
      className={ground}
      icon={
        readOnly ? (
          mark
        ) : (
          <Menu
            align="start"
            trigger={
              <IconButton label={kindLabel} className="-m-1.5 size-8!">
                {mark}
              </IconButton>
            }
          >
            {CALLOUT_KINDS.map((it) => {
              const Look = LOOKS[it];
              return (
                <MenuItem key={it} onSelect={() => view.updateAttributes({ kind: it })}>
                  <Look.Icon size={16} aria-hidden className={Look.ink} />
                  {kinds[it]}
                </MenuItem>
              );
            })}
          </Menu>
        )
      }
    >
      <NodeViewContent className="held" />
    </BlockFrame>
  );
}
