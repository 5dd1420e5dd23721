import { clsx } from 'clsx';
import { useEffect, useRef, type ComponentProps, type RefObject } from 'react';
import type { Source } from '#core/contract/source.ts';
import { MediaPlayer } from './media-player.tsx';
import { usePlayerControls } from './player-commands.ts';
import { useShortcutActions } from '../../kit/palette.ts';
import { playerActions, pressDigitKey, pressPlayerKey } from './player-keys.ts';
import { usePreferredSpeed } from './speed.ts';
import { videoTexts as texts } from './texts.ts';
import { Timeline } from './timeline.tsx';
import { useFullScreen } from './use-full-screen.ts';

type TimelineProps = ComponentProps<typeof Timeline>;
interface VideoPartProps
  extends Omit<TimelineProps, 'knownDurationS' | 'chapters' | 'controls' | 'onSeek' | 'onPlay'> {
  source: Source;
  /** the element around this and the transcript, in which space and the arrow keys work */
  viewer: RefObject<HTMLElement | null>;
  onClipNow: () => void;
}

const NO_CHAPTERS: TimelineProps['chapters'] = [];

/** The picture above its controls, or small next to them; alone in full screen. */
export function VideoPart({ source, viewer, onClipNow, ...timeline }: VideoPartProps) {
  const { clock, isMini, transcript } = timeline;
  const part = useRef<HTMLElement>(null);
  const fullScreen = useFullScreen(part);
  const isSmall = isMini && !fullScreen.isFullScreen;
  const canCaption = transcript !== undefined && !isSmall;
  const controls = usePlayerControls(clock, fullScreen, canCaption, onClipNow);
  const { commands, hasCaptions } = controls;
  usePreferredSpeed(clock);
  useShortcutActions(playerActions(commands));
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (clock.player && viewer.current) pressPlayerKey(event, commands, viewer.current);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [clock, commands, viewer]);
  return (
    <section
      ref={part}
      aria-label={texts.player}
      tabIndex={-1}
      onKeyDown={(event) => pressDigitKey(event.nativeEvent, commands)}
      className={clsx(
        'bg-surface outline-none',
        isSmall
          ? 'grid grid-cols-[auto_minmax(0,1fr)] border-b border-line'
          : 'flex h-full flex-col',
      )}
    >
      <div
        className={isSmall ? 'aspect-video h-22' : 'min-h-0 flex-1'}
        onDoubleClick={commands.toggleFullScreen}
      >
        <MediaPlayer
          source={source}
          clock={clock}
          captions={hasCaptions ? transcript : undefined}
        />
      </div>
      <Timeline
        {...timeline}
        controls={controls}
        chapters={transcript?.chapters ?? NO_CHAPTERS}
        knownDurationS={source.duration ?? 0}
        onSeek={clock.playFrom}
        onPlay={clock.playSpan}
      />
    </section>
  );
}
