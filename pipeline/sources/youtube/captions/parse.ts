import type { Cue } from './cue.ts';
import { parseJson3 } from './json3.ts';
import { parseSrt } from './srt.ts';
import { parseSrv3 } from './srv3.ts';
import { parseVtt } from './vtt.ts';

/** Formats that are read, the one that says most of its words' times first. */
export const CAPTION_FORMATS = ['json3', 'srv3', 'vtt', 'srt'] as const;
export type CaptionFormat = (typeof CAPTION_FORMATS)[number];

const PARSERS: Record<CaptionFormat, (text: string) => Cue[]> = { json3: parseJson3, srv3: parseSrv3, vtt: parseVtt, srt: parseSrt };

export const parseCaptions = (format: CaptionFormat, text: string): Cue[] => PARSERS[format](text);
