import {
  Captions,
  FoldVertical,
  Gauge,
  Highlighter,
  Maximize,
  Minimize,
  PictureInPicture2,
  RotateCcw,
  RotateCw,
  Volume2,
  VolumeX,
  type LucideIcon,
} from 'lucide-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import type { Shortcut } from '../../kit/shortcuts.ts';
import type { PlayClock } from './player.ts';
import type { PlayerControls } from './player-commands.ts';
import { SKIP_S } from './player-keys.ts';
import { videoTexts as texts } from './texts.ts';

export type BarControlId =
  | 'back'
  | 'forward'
  | 'speed'
  | 'fullScreen'
  | 'captions'
  | 'clip'
  | 'mute'
  | 'pictureInPicture'
  | 'mini';

/** A control next to Play, in the bar or in its menu. */
export interface BarControl {
  id: BarControlId;
  icon: ReactNode;
  label: string;
  shortcut?: Shortcut;
  /** for toggles */
  isPressed?: boolean;
  isDisabled?: boolean;
  act: () => void;
}

export interface BarView {
  clock: PlayClock;
  controls: PlayerControls;
  /** clips can be saved */
  canClip: boolean;
  /** The video is a small picture next to its controls. */
  isMini: boolean;
  onMini: (isMini: boolean) => void;
}

const icon = (Icon: LucideIcon) => <Icon aria-hidden size={17} strokeWidth={1.8} />;
const skipIcon = (Icon: LucideIcon) => (
  <span aria-hidden className="relative grid place-items-center">
    <Icon size={22} strokeWidth={1.6} />
    <span className="absolute pt-px text-[8px] font-bold">{SKIP_S}</span>
  </span>
);

function playbackControls({ commands }: PlayerControls, isDisabled: boolean): BarControl[] {
  return [
    {
      id: 'back',
      icon: skipIcon(RotateCcw),
      label: texts.back(SKIP_S),
      shortcut: 'back',
      isDisabled,
      act: () => commands.skip(-SKIP_S),
    },
    {
      id: 'forward',
      icon: skipIcon(RotateCw),
      label: texts.forward(SKIP_S),
      shortcut: 'forward',
      isDisabled,
      act: () => commands.skip(SKIP_S),
    },
    { id: 'speed', icon: icon(Gauge), label: texts.speed, isDisabled, act: () => undefined },
  ];
}

/** In full screen the picture is never small. */
function viewControls({ controls, isMini, onMini }: BarView): BarControl[] {
  const { commands, hasCaptions, isFullScreen } = controls;
  const { toggleFullScreen, toggleCaptions } = commands;
  const list: BarControl[] = [];
  if (toggleFullScreen)
    list.push({
      id: 'fullScreen',
      icon: icon(isFullScreen ? Minimize : Maximize),
      label: isFullScreen ? texts.exitFullScreen : texts.fullScreen,
      shortcut: 'fullScreen',
      act: toggleFullScreen,
    });
  if (toggleCaptions)
    list.push({
      id: 'captions',
      icon: icon(Captions),
      label: texts.captions,
      shortcut: 'captions',
      isPressed: hasCaptions,
      act: toggleCaptions,
    });
  if (!isFullScreen)
    list.push({
      id: 'mini',
      icon: icon(FoldVertical),
      label: texts.mini,
      isPressed: isMini,
      act: () => onMini(!isMini),
    });
  return list;
}

/** The order in which controls move into the menu if there is no room, last first. */
const PRIORITY: readonly BarControlId[] = [
  'back',
  'forward',
  'speed',
  'fullScreen',
  'captions',
  'clip',
  'mute',
  'pictureInPicture',
  'mini',
];

/** The controls of this player, most important first. */
export function useBarControls(view: BarView): BarControl[] {
  const { clock, controls, canClip } = view;
  const isMuted = useSyncExternalStore(clock.subscribe, () => clock.player?.isMuted() ?? false);
  const isDisabled = useSyncExternalStore(clock.subscribe, () => clock.player === null);
  const pictureInPicture = useSyncExternalStore(
    clock.subscribe,
    () => clock.player?.pictureInPicture,
  );
  const isInWindow = useSyncExternalStore(
    clock.subscribe,
    () => clock.player?.pictureInPicture?.isOn() ?? false,
  );
  const list = [...playbackControls(controls, isDisabled), ...viewControls(view)];
  list.push({
    id: 'mute',
    icon: icon(isMuted ? VolumeX : Volume2),
    label: isMuted ? texts.unmute : texts.mute,
    shortcut: 'mute',
    isDisabled,
    act: controls.commands.toggleMute,
  });
  if (canClip)
    list.push({
      id: 'clip',
      icon: icon(Highlighter),
      label: texts.clipLast(SKIP_S),
      shortcut: 'clip',
      act: controls.commands.clip,
    });
  if (pictureInPicture)
    list.push({
      id: 'pictureInPicture',
      icon: icon(PictureInPicture2),
      label: texts.pictureInPicture,
      isPressed: isInWindow,
      act: pictureInPicture.toggle,
    });
  return list.sort((a, b) => PRIORITY.indexOf(a.id) - PRIORITY.indexOf(b.id));
}
