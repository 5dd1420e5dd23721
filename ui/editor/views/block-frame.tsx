import { type ReactNodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#ui/kit/button.tsx';
import { blockTexts } from '../texts/blocks.ts';
import { useEditorHost } from '../editor-host.ts';
import { deleteBlock } from './delete-block.ts';

interface BlockFrameProps {
  view: ReactNodeViewProps;
  /** the accessible name */
  name: string;
  icon?: ReactNode;
  /** at its right edge, before the delete button */
  tools?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A block as a card: its type, its content, and a delete button. */
export function BlockFrame({
  view,
  name,
  icon,
  tools,
  className = 'border-line bg-surface shadow-low',
  children,
}: BlockFrameProps) {
  const { readOnly } = useEditorHost();
  return (
    <NodeViewWrapper
      as="figure"
      aria-label={name}
      data-drag-handle
      className={`note-block group ${view.selected ? 'is-selected' : ''}`}
    >
      <div className={`flex items-start gap-3 rounded-card border py-3 pr-2 pl-3.5 ${className}`}>
        {icon && (
          <span contentEditable={false} className="mt-1 shrink-0">
            {icon}
          </span>
        )}
        <div className="min-w-0 flex-1">{children}</div>
        {!readOnly && (
          <span
            contentEditable={false}
            className="flex shrink-0 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          >
            {tools}
            <IconButton
              label={blockTexts.remove(name)}
              onClick={() => deleteBlock(view)}
              className="size-8! pointer-coarse:size-11!"
            >
              <Trash2 size={15} aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
    </NodeViewWrapper>
  );
}
