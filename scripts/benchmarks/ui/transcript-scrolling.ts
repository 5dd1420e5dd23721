/** Scrolls a transcript of ten thousand segments while the video is paused. */
import { scrollFor, scrollRow } from './scrolling.ts';
import type { Measure } from './measure.ts';

const SEGMENTS = 10_000;
const SEGMENT_S = 2;
const PX_PER_S = 3000;

const clock = (s: number) =>
  `${[Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60].map((it) => String(it).padStart(2, '0')).join(':')}.000`;
export const LONG_LECTURE: readonly string[] = Array.from(
  { length: SEGMENTS },
  (_, n) => `Sentence ${n + 1} of the long lecture, in which bees are counted.`,
);
const captions = () =>
  `WEBVTT\n\n${LONG_LECTURE.map((it, n) => `${clock(n * SEGMENT_S)} --> ${clock(n * SEGMENT_S + SEGMENT_S)}\n${it}\n`).join('\n')}`;
const PAGE =
  '<!doctype html><html lang="en"><head><title>A long lecture</title><meta property="og:type" content="video.other"></head><body><h1>A long lecture</h1><video controls src="long.mp4"><track kind="captions" srclang="en" src="long.vtt" default></video></body></html>';

export const transcriptScrolling: Measure = {
  files: () => ({
    '/lecture.html': { type: 'text/html', bytes: PAGE },
    '/long.vtt': { type: 'text/vtt', bytes: captions() },
  }),
  async run(stage) {
    const { url } = await stage.thread(['/lecture.html']);
    const window = await stage.open(`/t/${url}`);
    const area = window.page.getByRole('group', { name: 'Transcript text' });
    await area.getByText('Sentence', { exact: false }).first().waitFor();
    await scrollFor(area, 2, PX_PER_S);
    const rows = [
      await scrollRow('10,000-segment transcript', window, area, { seconds: 12, pxPerS: PX_PER_S }),
    ];
    await window.close();
    return rows;
  },
};
