import { type ReactNodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { Pencil, Sigma } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { mathInline } from '#core/editor/blocks/math-inline/block.ts';
import { math } from '#core/editor/blocks/math/block.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { floatClass } from '#ui/kit/floating-list.ts';
import { blockTexts } from '../texts/blocks.ts';
import { useEditorHost } from '../editor-host.ts';
import { BlockField } from './block-field.tsx';
import { BlockFrame } from './block-frame.tsx';
import { Formula } from './formula.tsx';

const texts = blockTexts.math;
const FIELD = 'rounded-control border border-line-field bg-surface px-2.5 py-1.5 font-mono text-sm';

export function MathView(view: ReactNodeViewProps) {
  const { readOnly } = useEditorHost();
  const { latex } = math.read(view.node.attrs);
  const [editing, setEditing] = useState(!readOnly && latex === '');
  return (
    <BlockFrame
      view={view}
      name={texts.name}
      className="border-transparent group-hover:border-line"
      tools={
        <IconButton
          label={texts.edit}
          aria-expanded={editing}
          onClick={() => setEditing(!editing)}
          className="size-8! pointer-coarse:size-11!"
        >
          <Pencil size={15} aria-hidden />
        </IconButton>
      }
    >
      <div
        className="text-center"
        onDoubleClick={() => {
          if (!readOnly) setEditing(true);
        }}
      >
        {latex ? (
          <Formula latex={latex} block />
        ) : (
          <span className="font-sans text-sm text-ink-faint">{texts.empty}</span>
        )}
      </div>
      {editing && !readOnly && (
        <BlockField
          label={texts.latex}
          placeholder={texts.example}
          value={latex}
          readOnly={false}
          autoFocus
          onWrite={(next) => view.updateAttributes({ latex: next })}
          className={`mt-2 ${FIELD}`}
          onBlur={() => setEditing(latex === '')}
          onKeyDown={(event) => {
            if (
              event.key === 'Escape' ||
              (event.key === 'Enter' && (event.metaKey || event.ctrlKey))
            ) {
              event.preventDefault();
              setEditing(false);
              view.editor.commands.focus();
            }
          }}
        />
      )}
    </BlockFrame>
  );
}

export function MathInlineView(view: ReactNodeViewProps) {
  const { readOnly } = useEditorHost();
  const { latex } = mathInline.read(view.node.attrs);
  const [editing, setEditing] = useState(!readOnly && latex === '');
  const shown = latex ? (
    <Formula latex={latex} />
  ) : (
    <Sigma size={15} aria-hidden className="inline text-ink-faint" />
  );
  if (readOnly) return <NodeViewWrapper as="span">{shown}</NodeViewWrapper>;
  const end = () => {
    setEditing(false);
    view.editor.commands.focus();
  };
  return (
    <NodeViewWrapper as="span">
      <Popover.Root open={editing} onOpenChange={setEditing}>
        <Popover.Trigger asChild>
          <button
            type="button"
            aria-label={latex ? `${texts.edit}: ${latex}` : texts.empty}
            className={`rounded-chip px-[0.15em] hover:bg-hover ${view.selected ? 'outline-2 outline-(--focus)' : ''}`}
          >
            {shown}
          </button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            aria-label={texts.inline}
            sideOffset={6}
            collisionPadding={8}
            className={floatClass('flex w-80 items-end gap-2 p-2')}
          >
            <div className="min-w-0 flex-1">
              <BlockField
                label={texts.latex}
                placeholder={texts.inlineExample}
                value={latex}
                readOnly={false}
                autoFocus
                onWrite={(next) => view.updateAttributes({ latex: next })}
                className={FIELD}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') {
                    event.preventDefault();
                    end();
                  }
                }}
              />
            </div>
            <Button look="primary" onClick={end}>
              {texts.done}
            </Button>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </NodeViewWrapper>
  );
}
