import {
  Highlighter,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  RotateCw,
  type LucideIcon,
} from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { positionLabel } from '#core/contract/locator.ts';
import { videoTexts as texts } from './texts.ts';
import { IconButton } from '../../kit/button.tsx';
import type { Shortcut } from '../../kit/shortcuts.ts';
import type { PlayClock } from './player.ts';
import { SKIP_S, skip, toggle } from './player-keys.ts';

/**
 * The most important controls, next to the player. `note` describes the current position or the one
 * under the pointer.
 */
export function PlayerBar({
  clock,
  durationS,
  note,
  onClipNow,
  isMini,
  onMini,
}: {
  clock: PlayClock;
  durationS: number;
  note: string | undefined;
  onClipNow: (() => void) | undefined;
  isMini: boolean;
  onMini: (isMini: boolean) => void;
}) {
  const playing = useSyncExternalStore(clock.subscribe, () => clock.player?.isPlaying() ?? false);
  const nowS = useSyncExternalStore(clock.subscribe, () => Math.floor(clock.nowS()));
  const withPlayer = (act: typeof toggle) => () => {
    if (clock.player) act(clock.player);
  };
  return (
    <div className="flex items-center gap-0.5">
      <Skip
        icon={RotateCcw}
        label={texts.back(SKIP_S)}
        shortcut="back"
        onClick={withPlayer((player) => skip(player, -SKIP_S))}
      />
      <IconButton
        label={playing ? texts.pause : texts.play}
        shortcut="play"
        onClick={withPlayer(toggle)}
      >
        {playing ? (
          <Pause aria-hidden size={18} fill="currentColor" strokeWidth={0} />
        ) : (
          <Play aria-hidden size={18} fill="currentColor" strokeWidth={0} />
        )}
      </IconButton>
      <Skip
        icon={RotateCw}
        label={texts.forward(SKIP_S)}
        shortcut="forward"
        onClick={withPlayer((player) => skip(player, SKIP_S))}
      />
      <p className="ml-1.5 text-[13px] whitespace-nowrap tabular-nums text-ink-soft">
        <span className="font-medium text-ink">{positionLabel('timed', nowS)}</span> /{' '}
        {positionLabel('timed', durationS)}
      </p>
      <p
        dir="auto"
        className="ml-auto min-w-0 truncate pl-3 text-right text-[12px] tabular-nums text-ink-soft"
      >
        {note}
      </p>
      {onClipNow && (
        <IconButton
          label={texts.clipLast(SKIP_S)}
          shortcut="clip"
          className="ml-1"
          onClick={onClipNow}
        >
          <Highlighter aria-hidden size={17} strokeWidth={1.8} />
        </IconButton>
      )}
      <IconButton label={texts.mini} aria-pressed={isMini} onClick={() => onMini(!isMini)}>
        <PictureInPicture2 aria-hidden size={17} strokeWidth={1.8} />
      </IconButton>
    </div>
  );
}

function Skip({
  icon: Icon,
  label,
  shortcut,
  onClick,
}: {
  icon: LucideIcon;
  label: string;
  shortcut: Shortcut;
  onClick: () => void;
}) {
  return (
    <IconButton label={label} shortcut={shortcut} onClick={onClick} className="relative">
      <Icon aria-hidden size={23} strokeWidth={1.6} />
      <span
        aria-hidden
        className="absolute inset-0 grid place-items-center pt-px text-[8px] font-bold"
      >
        {SKIP_S}
      </span>
    </IconButton>
  );
}
