import { Pause, Play } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { useRef, useSyncExternalStore, type Ref } from 'react';
import { positionLabel } from '#core/contract/locator.ts';
import { IconButton } from '../../kit/button.tsx';
import { useMedia } from '../../kit/media-queries.ts';
import {
  useBarControls,
  type BarControl,
  type BarControlId,
  type BarView,
} from './bar-controls.tsx';
import type { PlayClock } from './player.ts';
import { MoreMenu, SpeedMenu } from './player-menus.tsx';
import { videoTexts as texts } from './texts.ts';
import { useFreeSlots } from './use-free-slots.ts';

/** The volume slider is as wide as this many buttons. */
const SLIDER_SLOTS = 3;

/**
 * All controls of the player in one line and one tab stop; those without room are in a menu.
 * `note`: the current chapter.
 */
export function PlayerBar({
  durationS,
  note,
  ...view
}: BarView & { durationS: number; note: string | undefined }) {
  const { clock, controls } = view;
  const { commands } = controls;
  const bar = useRef<HTMLDivElement>(null);
  const time = useRef<HTMLParagraphElement>(null);
  const slots = useFreeSlots(bar, time);
  const all = useBarControls(view);
  const count = all.length <= slots ? all.length : Math.max(0, slots - 1);
  const shown = new Map(all.slice(0, count).map((it) => [it.id, it]));
  const button = (id: BarControlId) => {
    const control = shown.get(id);
    return control && <BarButton control={control} />;
  };
  const speed = shown.get('speed');
  const canHover = useMedia('(hover: hover)');
  return (
    <Toolbar.Root
      ref={bar}
      aria-label={texts.controls}
      dir="ltr"
      className="flex h-11 items-center"
    >
      {button('back')}
      <PlayButton clock={clock} onToggle={commands.toggle} />
      {button('forward')}
      <Times ref={time} clock={clock} durationS={durationS} />
      <p
        dir="auto"
        className="min-w-0 flex-1 truncate pr-2 text-right text-[12px] text-ink-soft max-sm:invisible"
      >
        {note}
      </p>
      {button('clip')}
      {button('captions')}
      {speed && (
        <SpeedMenu clock={clock} onSpeed={commands.setSpeed} disabled={speed.isDisabled === true} />
      )}
      {button('mute')}
      {canHover && slots >= all.length + SLIDER_SLOTS && <Volume clock={clock} />}
      {button('pictureInPicture')}
      {button('mini')}
      {button('fullScreen')}
      {count < all.length && (
        <MoreMenu controls={all.slice(count)} clock={clock} onSpeed={commands.setSpeed} />
      )}
      <p role="status" className="sr-only">
        {controls.announcement}
      </p>
    </Toolbar.Root>
  );
}

function PlayButton({ clock, onToggle }: { clock: PlayClock; onToggle: () => void }) {
  const isReady = useSyncExternalStore(clock.subscribe, () => clock.player !== null);
  const isPlaying = useSyncExternalStore(clock.subscribe, () => clock.player?.isPlaying() ?? false);
  const isWaiting = useSyncExternalStore(clock.subscribe, () => clock.player?.isWaiting() ?? false);
  const Icon = isPlaying ? Pause : Play;
  return (
    <Toolbar.Button asChild disabled={!isReady} onClick={onToggle}>
      <IconButton label={isPlaying ? texts.pause : texts.play} shortcut="play">
        <Icon
          aria-hidden
          size={18}
          fill="currentColor"
          strokeWidth={0}
          className={isWaiting ? 'animate-pulse motion-reduce:animate-none' : undefined}
        />
      </IconButton>
    </Toolbar.Button>
  );
}

function Times({
  clock,
  durationS,
  ref,
}: {
  clock: PlayClock;
  durationS: number;
  ref: Ref<HTMLParagraphElement>;
}) {
  const nowS = useSyncExternalStore(clock.subscribe, () => Math.floor(clock.nowS()));
  return (
    <p
      ref={ref}
      className="shrink-0 px-1.5 text-[13px] whitespace-nowrap tabular-nums text-ink-soft"
    >
      <span className="font-medium text-ink">{positionLabel('timed', nowS)}</span>
      {durationS > 0 && ` / ${positionLabel('timed', durationS)}`}
    </p>
  );
}

function BarButton({ control }: { control: BarControl }) {
  return (
    <Toolbar.Button asChild disabled={control.isDisabled === true} onClick={control.act}>
      <IconButton
        label={control.label}
        shortcut={control.shortcut}
        aria-pressed={control.isPressed}
        className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
      >
        {control.icon}
      </IconButton>
    </Toolbar.Button>
  );
}

/**
 * Left and Right move to the next control, as everywhere in the bar; Up and Down set the volume.
 */
function Volume({ clock }: { clock: PlayClock }) {
  const volume = useSyncExternalStore(clock.subscribe, () =>
    clock.player && !clock.player.isMuted() ? clock.player.volume() : 0,
  );
  return (
    <Toolbar.Button asChild>
      <input
        type="range"
        aria-label={texts.volume}
        min={0}
        max={100}
        step={5}
        value={Math.round(volume * 100)}
        onChange={(event) => {
          const next = event.target.valueAsNumber;
          // Unmuting restores the previous volume.
          if (next > 0) clock.player?.setVolume(next / 100);
          clock.player?.setMuted(next === 0);
        }}
        className="mx-1 h-11 w-18 shrink-0 cursor-pointer accent-accent"
      />
    </Toolbar.Button>
  );
}
