import type { ComponentProps } from 'react';
import { expect, it, vi } from 'vitest';
import { CLIP_COLORS } from '#ui/kit/clip-colors.tsx';
import {
  findByRole,
  findNoRole,
  getAllByRole,
  getByRole,
  itemsOf,
  pageText,
  queryByRole,
  render,
  settle,
  tabStopsIn,
} from '#ui/testing/screen.tsx';
import { nameOf } from '#ui/testing/accessible-name.ts';
import { click, press, type } from '#ui/testing/user.ts';
import { PlayClock } from './player.ts';
import { usePlayerControls } from './player-commands.ts';
import { attachPlayer } from './testing/scripted-player.ts';
import { videoTexts as texts } from './texts.ts';
import { Timeline } from './timeline.tsx';
import type { ClipActions, TimelineClip } from './timeline-clip.ts';
import { indexTranscript, type TranscriptIndex } from './transcript-index.ts';

const CHAPTERS = [
  { start: 300, end: 600, title: 'Retrieval' },
  { start: 0, end: 300, title: 'Spacing' },
];
const clip = (n: number, startS: number, endS: number): TimelineClip => ({
  _id: `clip-${n}`,
  startS,
  endS,
  color: CLIP_COLORS[0].color,
  heading: `Clip ${n}`,
  quote: 'what is said',
});
const actions = () => ({
  onTake: vi.fn<ClipActions['onTake']>(),
  onMove: vi.fn<ClipActions['onMove']>(),
  onChange: vi.fn<ClipActions['onChange']>(),
  onDelete: vi.fn<ClipActions['onDelete']>(),
});

function ControlledTimeline({
  onClipNow,
  ...props
}: Omit<ComponentProps<typeof Timeline>, 'controls'> & { onClipNow: () => void }) {
  const fullScreen = { isFullScreen: false, toggleFullScreen: undefined };
  const controls = usePlayerControls(props.clock, fullScreen, false, onClipNow);
  return <Timeline {...props} controls={controls} />;
}

async function shown({
  clips = [],
  acts,
  chapters = CHAPTERS,
  knownDurationS = 600,
  transcript,
}: {
  clips?: TimelineClip[];
  acts?: ReturnType<typeof actions>;
  chapters?: typeof CHAPTERS;
  knownDurationS?: number;
  transcript?: TranscriptIndex;
} = {}) {
  const clock = new PlayClock();
  const player = attachPlayer(clock);
  const onPlay = vi.fn();
  const onClipNow = vi.fn();
  await render(
    <ControlledTimeline
      clock={clock}
      transcript={transcript}
      knownDurationS={knownDurationS}
      chapters={chapters}
      matches={[]}
      clips={clips}
      actions={acts}
      onSeek={clock.playFrom}
      onPlay={onPlay}
      onClipNow={onClipNow}
      isMini={false}
      onMini={vi.fn()}
    />,
  );
  return { clock, player, onPlay, onClipNow };
}
/** The clip lane, 600 px for 600 seconds. */
function lane(): HTMLElement {
  const element = getByRole('group', texts.clips);
  element.getBoundingClientRect = () => new DOMRect(0, 0, 600, 20);
  return element;
}
const pointer = async (
  element: Element,
  kind: string,
  clientX: number,
  more: PointerEventInit = {},
) => {
  element.dispatchEvent(
    new PointerEvent(kind, {
      bubbles: true,
      cancelable: true,
      clientX,
      pointerId: 1,
      button: 0,
      buttons: 1,
      ...more,
    }),
  );
  await settle();
};

it('plays, pauses and skips ten seconds, within the video', async () => {
  const { player } = await shown();
  await click(getByRole('button', 'Play'));
  expect(player.isPlaying()).toBe(true);
  await click(getByRole('button', texts.forward(10)));
  await click(getByRole('button', texts.back(10)));
  await click(getByRole('button', texts.back(10)));
  expect(player.sought).toEqual([10, 0, 0]);
  await click(getByRole('button', 'Pause'));
  expect(player.isPlaying()).toBe(false);
});

it('shows the time and the current chapter', async () => {
  const { player } = await shown();
  expect(pageText()).toContain('00:00 / 10:00');
  expect(pageText()).toContain('Spacing');
  player.at(305.7);
  await settle();
  expect(pageText()).toContain('05:05 / 10:00 Retrieval');
});

it('gets the length from the player if the source has none', async () => {
  await shown({ knownDurationS: 0 });
  expect(pageText()).toContain('/ 10:00');
});

it('lists the chapters in order, and plays one with the keyboard', async () => {
  const { player } = await shown();
  const list = getByRole('list', texts.chapters);
  expect(getAllByRole('button', undefined, list).map(nameOf)).toEqual([
    texts.chapterAt('Spacing', '00:00'),
    texts.chapterAt('Retrieval', '05:00'),
  ]);
  const [first, second] = getAllByRole('button', undefined, list);
  expect(first?.getAttribute('aria-current')).toBe('true');
  second?.click();
  await settle();
  expect(player.sought).toEqual([300]);
  expect(second?.getAttribute('aria-current')).toBe('true');
});

it('has one part to seek in if there are no chapters', async () => {
  await shown({ chapters: [] });
  expect(itemsOf(getByRole('list', texts.seek))).toHaveLength(1);
});

it('seeks to the pressed point, and while dragging', async () => {
  const { player } = await shown();
  const bar = getByRole('list', texts.chapters).parentElement ?? document.body;
  bar.getBoundingClientRect = () => new DOMRect(0, 0, 600, 20);
  await pointer(bar, 'pointermove', 60);
  expect(pageText()).toContain('01:00 · Spacing');
  expect(player.sought).toEqual([]);
  await pointer(bar, 'pointerdown', 120);
  await pointer(bar, 'pointermove', 400);
  await pointer(bar, 'pointerup', 400);
  await pointer(bar, 'pointermove', 500);
  expect(player.sought).toEqual([120, 400]);
});

it('shows the hovered text, and hides it afterwards', async () => {
  await shown({
    transcript: indexTranscript({
      language: 'en',
      formattedMergedTranscript: [{ start: 50, end: 70, text: 'Spacing helps memory.' }],
      words: [],
      chapters: [],
    }),
  });
  const bar = getByRole('list', texts.chapters).parentElement ?? document.body;
  bar.getBoundingClientRect = () => new DOMRect(0, 0, 600, 20);
  await pointer(bar, 'pointermove', 60);
  expect(pageText()).toContain('01:00 · Spacing Spacing helps memory.');
  // React derives leave events from the pointer entering another element.
  await pointer(bar, 'pointerout', 60, { relatedTarget: document.body });
  expect(pageText()).not.toContain('Spacing helps memory.');
});

it('has one tab stop for its chapters, with arrow keys between them', async () => {
  await shown();
  const list = getByRole('list', texts.chapters);
  expect(tabStopsIn(list).map(nameOf)).toEqual([texts.chapterAt('Spacing', '00:00')]);
  tabStopsIn(list)[0]?.focus();
  await press('ArrowRight');
  expect(nameOf(document.activeElement ?? list)).toBe(texts.chapterAt('Retrieval', '05:00'));
});

it('clips the last ten seconds if clips can be saved', async () => {
  const { onClipNow } = await shown({ acts: actions() });
  await click(getByRole('button', texts.clipLast(10)));
  expect(onClipNow).toHaveBeenCalledOnce();
});

it('offers readers no way to save clips', async () => {
  await shown();
  expect(queryByRole('button', texts.clipLast(10))).toBeUndefined();
});

it('creates a clip by dragging over the lane, in either direction', async () => {
  const acts = actions();
  await shown({ acts });
  const element = lane();
  await pointer(element, 'pointerdown', 200);
  await pointer(element, 'pointermove', 150);
  expect(pageText()).toContain('02:30');
  await pointer(element, 'pointermove', 100);
  await pointer(element, 'pointerup', 100, { buttons: 0 });
  expect(acts.onTake.mock.calls).toEqual([[{ startS: 100, endS: 200 }]]);
});

it('creates a clip of ten seconds on a press, the last ten at the end', async () => {
  const acts = actions();
  await shown({ acts });
  const element = lane();
  for (const at of [50, 599]) {
    await pointer(element, 'pointerdown', at);
    await pointer(element, 'pointerup', at, { buttons: 0 });
  }
  expect(acts.onTake.mock.calls).toEqual([
    [{ startS: 50, endS: 60 }],
    [{ startS: 590, endS: 600 }],
  ]);
});

it('creates nothing if dragging is cancelled with Escape', async () => {
  const acts = actions();
  await shown({ acts });
  const element = lane();
  await pointer(element, 'pointerdown', 100);
  await pointer(element, 'pointermove', 200);
  expect(await press('Escape')).toBe(true);
  await pointer(element, 'pointerup', 200, { buttons: 0 });
  expect(acts.onTake).not.toHaveBeenCalled();
});

it('plays a pressed clip, and shows its details', async () => {
  const { onPlay } = await shown({ clips: [clip(1, 60, 120)], acts: actions() });
  const button = getByRole('button', texts.clipAt('Clip 1', '01:00–02:00'));
  await click(button);
  expect(onPlay.mock.calls[0]?.[0]).toMatchObject({ startS: 60, endS: 120 });
  expect(button.getAttribute('aria-pressed')).toBe('true');
  const popover = await findByRole('dialog', texts.clipNamed('Clip 1'));
  expect(pageText(popover)).toContain('Play 1 min');
});

it('renames and recolours a clip, saving what was typed once', async () => {
  const acts = actions();
  await shown({ clips: [clip(1, 60, 120)], acts });
  await click(getByRole('button', /^Clip: Clip 1/));
  const heading = await findByRole('textbox', texts.heading);
  await type(heading, ' The spacing effect ');
  await press('Enter', { on: heading });
  heading.blur();
  await settle();
  expect(acts.onChange.mock.calls).toEqual([['clip-1', { heading: 'The spacing effect' }]]);
  await click(getByRole('radio', CLIP_COLORS[4].name));
  expect(acts.onChange).toHaveBeenLastCalledWith('clip-1', { color: CLIP_COLORS[4].color });
});

it('saves a typed heading when another clip is selected', async () => {
  const acts = actions();
  await shown({ clips: [clip(1, 60, 120), clip(2, 300, 360)], acts });
  await click(getByRole('button', /^Clip: Clip 1/));
  await type(await findByRole('textbox', texts.heading), 'Half typed');
  getByRole('button', /^Clip: Clip 2/).click();
  await findByRole('dialog', texts.clipNamed('Clip 2'));
  expect(acts.onChange.mock.calls).toEqual([['clip-1', { heading: 'Half typed' }]]);
});

it('deletes a clip with its button and the Delete key', async () => {
  const acts = actions();
  await shown({ clips: [clip(1, 60, 120), clip(2, 300, 360)], acts });
  await click(getByRole('button', /^Clip: Clip 1/));
  await click(await findByRole('button', texts.deleteClip));
  await findNoRole('dialog');
  const second = getByRole('button', /^Clip: Clip 2/);
  second.focus();
  await press('Delete');
  expect(acts.onDelete.mock.calls).toEqual([['clip-1'], ['clip-2']]);
  expect(document.activeElement).toBe(getByRole('group', texts.clips));
});

it('moves a clip and its edges with the arrow keys, ten seconds with Shift', async () => {
  const acts = actions();
  await shown({ clips: [clip(1, 60, 120)], acts });
  await click(getByRole('button', /^Clip: Clip 1/));
  await press('ArrowRight', { on: getByRole('button', /^Clip: Clip 1/) });
  await press('ArrowLeft', { on: getByRole('slider', texts.clipStart), shiftKey: true });
  await press('ArrowUp', { on: getByRole('slider', texts.clipEnd) });
  expect(acts.onMove.mock.calls).toEqual([
    ['clip-1', { startS: 61, endS: 121 }],
    ['clip-1', { startS: 50, endS: 120 }],
    ['clip-1', { startS: 60, endS: 121 }],
  ]);
  expect(getByRole('slider', texts.clipEnd).getAttribute('aria-valuetext')).toBe('02:00');
});

it('resizes a clip by dragging an end, ignoring tiny movements', async () => {
  const acts = actions();
  await shown({ clips: [clip(1, 60, 120)], acts });
  await click(getByRole('button', /^Clip: Clip 1/));
  const element = lane();
  const end = getByRole('slider', texts.clipEnd);
  await pointer(end, 'pointerdown', 120);
  await pointer(element, 'pointermove', 122);
  await pointer(element, 'pointerup', 122, { buttons: 0 });
  expect(acts.onMove).not.toHaveBeenCalled();
  await pointer(end, 'pointerdown', 120);
  await pointer(element, 'pointermove', 180);
  await pointer(element, 'pointerup', 180, { buttons: 0 });
  expect(acts.onMove.mock.calls).toEqual([['clip-1', { startS: 60, endS: 180 }]]);
  expect(acts.onTake).not.toHaveBeenCalled();
});

it('lets readers view a clip, but not change it', async () => {
  await shown({ clips: [clip(1, 60, 120)] });
  await click(getByRole('button', /^Clip: Clip 1/));
  await findByRole('dialog', texts.clipNamed('Clip 1'));
  expect(queryByRole('textbox', texts.heading)).toBeUndefined();
  expect(queryByRole('slider', undefined, getByRole('group', texts.clips))).toBeUndefined();
  expect(queryByRole('button', texts.deleteClip)).toBeUndefined();
});

it('returns the focus to the clip when its popover is closed with Escape', async () => {
  await shown({ clips: [clip(1, 60, 120)], acts: actions() });
  const button = getByRole('button', /^Clip: Clip 1/);
  await click(button);
  (await findByRole('textbox', texts.heading)).focus();
  await press('Escape');
  await findNoRole('dialog');
  expect(document.activeElement).toBe(button);
});
