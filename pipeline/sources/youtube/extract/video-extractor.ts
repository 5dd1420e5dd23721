import type { Extractor } from '#pipeline/sources/contract.ts';
import { lineText } from './captions/cue.ts';
import { parseCaptions } from './captions/parse.ts';
import { captionContent, type CaptionContent } from './captions/caption-content.ts';
import type { Chapter } from '../chapters.ts';
import { extractVideo } from './extract-video.ts';
import { readHtml5Page, videoPageConfidence } from './html5-page.ts';
import {
  CHAPTERS_READING,
  CONFIDENCE_READING,
  LONGEST_CHAPTER_TITLE,
  MOST_CHAPTERS,
  PLAYER_READING,
  CAPTION_CONTENT_READING,
} from '../video-readings.ts';

function chaptersOf(bytes: Uint8Array): Chapter[] {
  const cues = parseCaptions('vtt', new TextDecoder().decode(bytes)).slice(0, MOST_CHAPTERS);
  return cues.map((cue) => ({
    start: cue.startS,
    end: cue.endS,
    title: cue.lines.map(lineText).join(' ').slice(0, LONGEST_CHAPTER_TITLE),
  }));
}

function contentOf(input: unknown): CaptionContent {
  const { format, bytes } = CAPTION_CONTENT_READING.input.parse(input);
  return captionContent(format, bytes);
}

export const videoExtractor: Extractor = {
  name: 'youtube',
  extract: extractVideo,
  reads: {
    [CONFIDENCE_READING.name]: (input) =>
      videoPageConfidence(CONFIDENCE_READING.input.parse(input)),
    [PLAYER_READING.name]: (input) => readHtml5Page(PLAYER_READING.input.parse(input)),
    [CAPTION_CONTENT_READING.name]: contentOf,
    [CHAPTERS_READING.name]: (input) => chaptersOf(CHAPTERS_READING.input.parse(input)),
  },
};
