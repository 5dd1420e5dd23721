import { Highlighter, NotebookPen, Trash2, Underline } from 'lucide-react';
import { Popover, ToggleGroup } from 'radix-ui';
import { useEffect, useMemo, useRef } from 'react';
import { markTexts as texts } from './texts.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { floatClass } from '../../kit/floating-list.ts';
import type { ClipChange, ViewerClip } from '../viewer-handle.ts';
import { ClipColors } from '#ui/kit/clip-colors.tsx';

const MANNER =
  'grid size-target place-items-center rounded-control text-ink-soft hover:bg-hover data-[state=on]:bg-accent-soft data-[state=on]:text-accent';

interface MarkPopoverProps {
  clip: ViewerClip;
  /** box of its mark in the window; undefined while it is not drawn */
  boxOf: () => DOMRect | undefined;
  /** the focus returns to the mark, unless it was moved elsewhere */
  onClose: (led: boolean) => void;
  onChange: ((id: string, change: ClipChange) => void) | undefined;
  onShow: ((id: string) => void) | undefined;
  onDelete: ((id: string) => void) | undefined;
}

/** The popover of a clicked highlight: colour, style, a link to the notes, and deleting. */
export function MarkPopover({
  clip,
  boxOf,
  onClose,
  onChange,
  onShow,
  onDelete,
}: MarkPopoverProps) {
  const id = clip._id;
  const last = useRef(new DOMRect());
  const look = useRef(boxOf);
  useEffect(() => {
    look.current = boxOf;
  });
  // Its page may be removed while it is scrolled away.
  const anchor = useMemo(
    () => ({
      current: { getBoundingClientRect: () => (last.current = look.current() ?? last.current) },
    }),
    [],
  );
  return (
    <Popover.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose(false);
      }}
    >
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          aria-label={texts.highlight}
          side="top"
          sideOffset={8}
          collisionPadding={8}
          updatePositionStrategy="always"
          onCloseAutoFocus={(event) => event.preventDefault()}
          className={floatClass('w-max max-w-[calc(100vw-16px)] p-2!')}
        >
          {onChange && (
            <div className="mb-1 flex flex-wrap items-center gap-x-2 border-b border-line pb-1.5 pl-1">
              <ClipColors color={clip.color ?? ''} onColor={(color) => onChange(id, { color })} />
              <ToggleGroup.Root
                type="single"
                aria-label={texts.style}
                value={clip.underline ? 'underline' : 'highlight'}
                className="flex border-l border-line pl-1.5 max-sm:border-l-0 max-sm:pl-0"
                onValueChange={(manner) => {
                  if (manner !== '') onChange(id, { underline: manner === 'underline' });
                }}
              >
                <ToggleGroup.Item
                  value="highlight"
                  aria-label={texts.highlight}
                  data-tooltip={texts.highlight}
                  className={MANNER}
                >
                  <Highlighter size={16} aria-hidden />
                </ToggleGroup.Item>
                <ToggleGroup.Item
                  value="underline"
                  aria-label={texts.underline}
                  data-tooltip={texts.underline}
                  className={MANNER}
                >
                  <Underline size={16} aria-hidden />
                </ToggleGroup.Item>
              </ToggleGroup.Root>
            </div>
          )}
          <div className="flex items-center justify-between gap-1">
            {onShow && (
              <Button
                look="quiet"
                onClick={() => {
                  onClose(true);
                  onShow(id);
                }}
              >
                <NotebookPen size={16} aria-hidden />
                {texts.showInNotes}
              </Button>
            )}
            {onDelete && (
              <IconButton
                label={texts.deleteHighlight}
                onClick={() => {
                  onClose(false);
                  onDelete(id);
                }}
              >
                <Trash2 size={16} aria-hidden />
              </IconButton>
            )}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
