/** A transcript that a user pasted or dropped; its format is detected from its text. */
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import type { Cue } from './cue.ts';
import { parseSrt } from './srt.ts';
import { parseSrv1 } from './srv1.ts';
import { parseSrv3 } from './srv3.ts';
import { parseTranscriptJson } from './transcript-json.ts';
import { parseVtt } from './vtt.ts';

/** The form that the host stores in the part `transcript.json`. */
export const OwnTranscript = z.object({
  text: z.string(),
  format: z.enum(['srt', 'vtt', 'json', 'auto']),
  language: z.string().optional(),
});
export type OwnTranscript = z.infer<typeof OwnTranscript>;

/** Does not match `[00:05] words`, which starts with a bracket but is not JSON. */
const JSON_TEXT = /^\ufeff?\s*(\{|\[\s*[[{"\]])/;
const ARROW = /\d[.,]\d{1,3}\s*-->\s*\d/;
/**
 * Matches `1:02:03 text`, or the time on a separate line above the text, as copied from a video
 * page.
 */
const CLOCK = /^\s*[[(]?(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?:[.,]\d+)?[\])]?\s*(?:[-–—:]\s*)?([^]*)$/;

function parseClockLines(text: string): Cue[] {
  const cues: Cue[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, hours = '0', minutes, seconds, said = ''] = CLOCK.exec(line) ?? [];
    const startS = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    if (minutes !== undefined)
      cues.push({ startS, endS: startS, lines: said.trim() === '' ? [] : [[{ text: said }]] });
    else if (line.trim() !== '') cues.at(-1)?.lines.push([{ text: line }]);
  }
  return cues.map((cue, at) => ({
    ...cue,
    endS: Math.max(cue.startS, cues[at + 1]?.startS ?? cue.startS + 5),
  }));
}

const read = ({ text, format }: OwnTranscript): Cue[] => {
  if (format === 'vtt') return parseVtt(text);
  if (format === 'srt') return parseSrt(text);
  if (format === 'json' || JSON_TEXT.test(text)) return parseTranscriptJson(text);
  if (/^\s*(<\?xml[^>]*>\s*)?<timedtext/.test(text)) return parseSrv3(text);
  if (/^\s*(<\?xml[^>]*>\s*)?<transcript/.test(text)) return parseSrv1(text);
  if (ARROW.test(text)) return /^\ufeff?\s*WEBVTT/.test(text) ? parseVtt(text) : parseSrt(text);
  return parseClockLines(text);
};

/** Faults: `corrupt_file` if there is no text with times. */
export function parseOwnTranscript(own: OwnTranscript): Cue[] {
  let cues: Cue[] = [];
  try {
    cues = read(own);
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error;
    throw new Fault('corrupt_file', {
      message:
        "Gloss can't read the format of your transcript. Use SRT, WebVTT, or the JSON of YouTube or Whisper.",
      cause: error,
    });
  }
  const nonEmpty = cues.filter((cue) => cue.lines.length > 0);
  if (nonEmpty.length === 0)
    throw new Fault('corrupt_file', {
      message:
        'Your transcript has no times. Use SRT, WebVTT, JSON, or lines that start with a time such as 1:23.',
    });
  return nonEmpty;
}
