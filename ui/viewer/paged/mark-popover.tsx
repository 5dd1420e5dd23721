import { Highlighter, NotebookPen, Trash2, Underline } from 'lucide-react';
import { Popover, ToggleGroup } from 'radix-ui';
import { useMemo, useRef } from 'react';
import { Button, IconButton } from '../../kit/button.tsx';
import { floatClass } from '../../kit/float.ts';
import { ClipColors } from '../clip-colors.tsx';
import type { ClipChange, ViewerClip } from '../viewer-handle.ts';
import type { PdfSession } from './pdf-session.ts';

const MANNER = 'grid size-target place-items-center rounded-control text-ink-soft hover:bg-hover data-[state=on]:bg-accent-soft data-[state=on]:text-accent';

/** Beside a highlight that was pressed: its colour and manner, the way to the notes, and away with it. */
export function MarkPopover({ session, clip, onChange, onShow, onDelete }: {
  session: PdfSession; clip: ViewerClip;
  onChange: ((id: string, change: ClipChange) => void) | undefined; onShow: ((id: string) => void) | undefined; onDelete: ((id: string) => void) | undefined;
}) {
  const id = clip._id;
  const last = useRef(new DOMRect());
  // Its page may be let go of while it is scrolled away.
  const anchor = useMemo(() => ({ current: { getBoundingClientRect: () => (last.current = session.markKey(id)?.getBoundingClientRect() ?? last.current) } }), [session, id]);
  const left = useRef(false);
  const leave = (then: () => void) => { left.current = true; session.choose(undefined); then(); };
  return (
    <Popover.Root open onOpenChange={(open) => { if (!open) session.choose(undefined); }}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          aria-label="Highlight" side="top" sideOffset={8} collisionPadding={8} updatePositionStrategy="always"
          onCloseAutoFocus={(event) => { event.preventDefault(); if (!left.current) session.focus(id); }}
          className={floatClass('w-max max-w-[calc(100vw-16px)] p-2!')}
        >
          {onChange && (
            <div className="mb-1 flex items-center gap-2 border-b border-line pb-1.5 pl-1">
              <ClipColors color={clip.color ?? ''} onColor={(color) => onChange(id, { color })} />
              <ToggleGroup.Root
                type="single" aria-label="Manner" value={clip.underline ? 'underline' : 'highlight'} className="flex border-l border-line pl-1.5"
                onValueChange={(manner) => { if (manner !== '') onChange(id, { underline: manner === 'underline' }); }}
              >
                <ToggleGroup.Item value="highlight" aria-label="Highlight" title="Highlight" className={MANNER}><Highlighter size={16} aria-hidden /></ToggleGroup.Item>
                <ToggleGroup.Item value="underline" aria-label="Underline" title="Underline" className={MANNER}><Underline size={16} aria-hidden /></ToggleGroup.Item>
              </ToggleGroup.Root>
            </div>
          )}
          <div className="flex items-center justify-between gap-1">
            {onShow && <Button look="quiet" onClick={() => leave(() => onShow(id))}><NotebookPen size={16} aria-hidden />Show in notes</Button>}
            {onDelete && <IconButton label="Delete highlight" onClick={() => { session.choose(undefined); onDelete(id); }}><Trash2 size={16} aria-hidden /></IconButton>}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
