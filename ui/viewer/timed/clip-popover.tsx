import { Play, Trash2 } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { spanLabel } from '#core/editor/locator-link.ts';
import { videoTexts as texts } from './texts.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { floatClass } from '../../kit/floating-list.ts';
import { playLabel } from '../../kit/play-label.ts';
import { ClipColors } from '#ui/kit/clip-colors.tsx';
import type { ClipActions, TimelineClip } from './timeline-clip.ts';

interface ClipPopoverProps {
  clip: TimelineClip;
  title: string;
  /** box of the clip on the lane */
  anchor: CSSProperties;
  /** while the clip is dragged */
  hidden: boolean;
  actions: ClipActions | undefined;
  onPlay: () => void;
  onDelete: () => void;
  onClose: () => void;
  /** clicks in it do not count as outside */
  lane: RefObject<HTMLElement | null>;
}

/**
 * The details of a clip, next to it on the timeline. The focus stays on the clip, or in a field.
 */
export function ClipPopover({
  clip,
  title,
  anchor,
  hidden,
  actions,
  onPlay,
  onDelete,
  onClose,
  lane,
}: ClipPopoverProps) {
  // Saves only typed changes, because the heading may be generated or renamed elsewhere meanwhile.
  const [typed, setTyped] = useState<string>();
  const keep = () => {
    if (typed === undefined) return;
    if (typed.trim() !== clip.heading) actions?.onChange(clip._id, { heading: typed.trim() });
    setTyped(undefined);
  };
  // Saved however the popover closes.
  const latest = useRef(keep);
  useEffect(() => {
    latest.current = keep;
  });
  useEffect(() => () => latest.current(), []);
  const stayForLane = (event: Event & { detail: { originalEvent: Event } }) => {
    const { target } = event.detail.originalEvent;
    if (target instanceof Node && lane.current?.contains(target)) event.preventDefault();
  };
  return (
    <Popover.Root
      open={!hidden}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Popover.Anchor className="pointer-events-none absolute inset-y-0" style={anchor} />
      <Popover.Content
        aria-label={texts.clipNamed(title)}
        sideOffset={8}
        collisionPadding={8}
        className={floatClass('w-72 max-w-[calc(100vw-1rem)] p-3!')}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onPointerDownOutside={stayForLane}
        onFocusOutside={(event) => event.preventDefault()}
      >
        {actions ? (
          <input
            value={typed ?? clip.heading}
            aria-label={texts.heading}
            placeholder={texts.heading}
            dir="auto"
            maxLength={500}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={keep}
            onKeyDown={(event) => {
              if (event.key === 'Enter') keep();
            }}
            className="w-full rounded-control border border-line-field bg-surface px-2.5 py-1.5 text-sm font-medium text-ink placeholder:text-ink-faint"
          />
        ) : (
          <p dir="auto" className="text-sm font-medium">
            {title}
          </p>
        )}
        {actions && (
          <div className="mt-2">
            <ClipColors
              color={clip.color}
              onColor={(color) => actions.onChange(clip._id, { color })}
            />
          </div>
        )}
        <div className="mt-2 flex items-center gap-2">
          <Button onClick={onPlay}>
            <Play size={14} aria-hidden fill="currentColor" />
            {playLabel(clip)}
          </Button>
          <span className="text-[13px] tabular-nums text-ink-soft">
            {spanLabel('timed', clip.startS, clip.endS)}
          </span>
          {actions && (
            <IconButton label={texts.deleteClip} className="ml-auto" onClick={onDelete}>
              <Trash2 size={16} aria-hidden />
            </IconButton>
          )}
        </div>
      </Popover.Content>
    </Popover.Root>
  );
}
