import { afterEach, expect, it, vi } from 'vitest';
import { nameOf, roleOf } from '#ui/testing/accessible-name.ts';
import {
  findByRole,
  findNoRole,
  getAllByRole,
  getByRole,
  pageText,
  queryByRole,
  render,
  tabStopsIn,
} from '#ui/testing/screen.tsx';
import { click, press } from '#ui/testing/user.ts';
import { PlayClock } from './player.ts';
import { PlayerBar } from './player-bar.tsx';
import { usePlayerControls } from './player-commands.ts';
import { usePreferredSpeed } from './speed.ts';
import { attachPlayer } from './testing/scripted-player.ts';
import { videoTexts as texts } from './texts.ts';

const toggleFullScreen = vi.fn();

function Bar({ clock, onMini }: { clock: PlayClock; onMini: (isMini: boolean) => void }) {
  const fullScreen = { isFullScreen: false, toggleFullScreen };
  const controls = usePlayerControls(clock, fullScreen, true, vi.fn());
  usePreferredSpeed(clock);
  return (
    <PlayerBar
      clock={clock}
      controls={controls}
      durationS={600}
      note="Spacing"
      canClip
      isMini={false}
      onMini={onMini}
    />
  );
}

async function shown(speeds?: readonly number[]) {
  const clock = new PlayClock();
  const player = attachPlayer(clock, 600, speeds);
  const onMini = vi.fn();
  const { unmount } = await render(<Bar clock={clock} onMini={onMini} />);
  return { clock, player, onMini, unmount };
}
const toolbar = () => getByRole('toolbar', texts.controls);
const buttons = () => getAllByRole('button', undefined, toolbar()).map(nameOf);
const ALL = [
  texts.back(10),
  texts.play,
  texts.forward(10),
  texts.clipLast(10),
  texts.captions,
  texts.speed,
  texts.mute,
  texts.mini,
  texts.fullScreen,
];

/** A bar of this width, px, with 44 for buttons and 100 for times. */
function layOut(width: number): void {
  Object.defineProperty(HTMLElement.prototype, 'offsetWidth', {
    configurable: true,
    get(this: HTMLElement) {
      return this instanceof HTMLButtonElement ? 44 : 100;
    },
  });
  Object.defineProperty(HTMLDivElement.prototype, 'clientWidth', {
    configurable: true,
    get: () => width,
  });
}
const offsetWidth = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetWidth');
afterEach(() => {
  Reflect.deleteProperty(HTMLDivElement.prototype, 'clientWidth');
  if (offsetWidth) Object.defineProperty(HTMLElement.prototype, 'offsetWidth', offsetWidth);
});

it('has all its controls in one line and one tab stop, with arrow keys between them', async () => {
  await shown();
  expect(buttons()).toEqual(ALL);
  expect(tabStopsIn(toolbar()).length).toBeLessThanOrEqual(1);
  const play = getByRole('button', texts.play);
  play.focus();
  await press('ArrowRight');
  await expect.poll(() => document.activeElement).toBe(getByRole('button', texts.forward(10)));
  await press('End');
  await expect.poll(() => document.activeElement).toBe(getByRole('button', texts.fullScreen));
  expect(tabStopsIn(toolbar()).map(nameOf)).toEqual([texts.fullScreen]);
});

it('shows the times once', async () => {
  await shown();
  expect(pageText().match(/\d\d:\d\d/g)).toEqual(['00:00', '10:00']);
});

it('plays at a chosen speed, shows it, and remembers it on this device', async () => {
  const { player, unmount } = await shown();
  await click(getByRole('button', texts.speed));
  await findByRole('menuitemradio', '3×');
  expect(getAllByRole('menuitemradio').map(nameOf)).toEqual([
    '0.5×',
    '0.75×',
    '1×',
    '1.25×',
    '1.5×',
    '1.75×',
    '2×',
    '2.5×',
    '3×',
  ]);
  expect(getByRole('menuitemradio', '1×').getAttribute('aria-checked')).toBe('true');
  await click(getByRole('menuitemradio', '2.5×'));
  expect(player.speed()).toBe(2.5);
  expect(getByRole('button', texts.speed).getAttribute('aria-description')).toBe('2.5×');
  expect(pageText(getByRole('status'))).toBe(texts.speedNow('2.5×'));
  await unmount();
  expect((await shown()).player.speed()).toBe(2.5);
});

it('plays at the nearest available speed without forgetting the chosen one', async () => {
  localStorage.setItem('gloss-playback-speed', '3');
  const { unmount, player } = await shown([0.5, 1, 1.5, 2]);
  expect(player.speed()).toBe(2);
  await click(getByRole('button', texts.speed));
  await findByRole('menuitemradio', '2×');
  expect(queryByRole('menuitemradio', '2.5×')).toBeUndefined();
  await unmount();
  expect((await shown()).player.speed()).toBe(3);
});

it('mutes, and sets the volume', async () => {
  const { player } = await shown();
  await click(getByRole('button', texts.mute));
  expect(player.isMuted()).toBe(true);
  expect(pageText(getByRole('status'))).toBe(texts.muted);
  const volume = getByRole('slider', texts.volume) as HTMLInputElement;
  expect(volume.value).toBe('0');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(volume, '40');
  volume.dispatchEvent(new Event('input', { bubbles: true }));
  expect([player.volume(), player.isMuted()]).toEqual([0.4, false]);
  await findByRole('button', texts.mute);
});

it('toggles captions, and remembers it on this device', async () => {
  const { unmount } = await shown();
  const state = () => getByRole('button', texts.captions).getAttribute('aria-pressed');
  expect(state()).toBe('false');
  await click(getByRole('button', texts.captions));
  expect(state()).toBe('true');
  expect(pageText(getByRole('status'))).toBe(texts.captionsOn);
  await unmount();
  await shown();
  expect(state()).toBe('true');
});

it('offers picture-in-picture only if the player supports it', async () => {
  const { clock, player } = await shown();
  expect(queryByRole('button', texts.pictureInPicture)).toBeUndefined();
  const toggle = vi.fn();
  player.pictureInPicture = { isOn: () => false, toggle };
  clock.changed();
  await click(await findByRole('button', texts.pictureInPicture));
  expect(toggle).toHaveBeenCalledOnce();
});

it('disables controls until there is a player', async () => {
  const clock = new PlayClock();
  await render(<Bar clock={clock} onMini={vi.fn()} />);
  const isDisabled = () => getByRole('button', texts.play).hasAttribute('disabled');
  expect(isDisabled()).toBe(true);
  attachPlayer(clock);
  await expect.poll(isDisabled).toBe(false);
});

it.each([
  [382, [texts.back(10), texts.play, texts.forward(10), texts.speed, texts.fullScreen]],
  [352, [texts.back(10), texts.play, texts.forward(10), texts.speed]],
  [196, [texts.play]],
])('fits one line of %d px, with the rest in a menu', async (width, shownFirst) => {
  layOut(width);
  const { player, onMini } = await shown();
  expect(buttons()).toEqual([...shownFirst, texts.more]);
  expect(queryByRole('slider', texts.volume)).toBeUndefined();
  await click(getByRole('button', texts.more));
  await findByRole('menuitemcheckbox', texts.mini);
  const items = getAllByRole('menu')[0]?.querySelectorAll('[role^=menuitem]') ?? [];
  expect([...items].map((it) => nameOf(it).replace(/ 1×$/, '')).toSorted()).toEqual(
    ALL.filter((it) => !shownFirst.includes(it)).toSorted(),
  );
  await click(getByRole('menuitem', texts.mute));
  expect(player.isMuted()).toBe(true);
  await findNoRole('menu');
  await click(getByRole('button', texts.more));
  await click(await findByRole('menuitemcheckbox', texts.mini));
  expect(onMini).toHaveBeenCalledWith(true);
});

it('changes the speed in the menu if the bar has no room for it', async () => {
  layOut(196);
  const { player } = await shown();
  await click(getByRole('button', texts.more));
  const speed = await findByRole('menuitem', /^Playback speed/);
  expect(roleOf(speed)).toBe('menuitem');
  speed.focus();
  await press('ArrowRight');
  await click(await findByRole('menuitemradio', '1.5×'));
  expect(player.speed()).toBe(1.5);
});
