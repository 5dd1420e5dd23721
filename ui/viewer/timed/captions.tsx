import { clsx } from 'clsx';
import { useSyncExternalStore } from 'react';
import { captionAt } from './caption-cues.ts';
import type { PlayClock } from './player.ts';
import type { TranscriptIndex } from './transcript-index.ts';

interface CaptionsProps {
  index: TranscriptIndex;
  clock: PlayClock;
  /** YouTube forbids overlays. */
  placement: 'over' | 'below';
}

/** Captions from the transcript; hidden from screen readers, which have the transcript itself. */
export function Captions({ index, clock, placement }: CaptionsProps) {
  const caption = useSyncExternalStore(clock.subscribe, () => captionAt(index, clock.nowS()));
  const isOver = placement === 'over';
  return (
    <div
      aria-hidden
      data-captions
      className={clsx(
        'pointer-events-none flex justify-center px-3 text-center leading-snug',
        isOver
          ? 'absolute inset-x-0 bottom-2 text-[clamp(13px,2.6cqw,26px)]'
          : 'h-11 shrink-0 items-center text-[14px]',
      )}
    >
      {caption !== '' && (
        <p
          dir="auto"
          className="line-clamp-3 max-w-[52ch] rounded-chip bg-[#000]/75 px-2 py-0.5 text-balance text-[#fff]"
        >
          {caption}
        </p>
      )}
    </div>
  );
}
