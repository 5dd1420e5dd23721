import type { Cue } from './cue.ts';
import type { CaptionFormat } from '../../caption-format.ts';
import { parseJson3 } from './json3.ts';
import { parseSrt } from './srt.ts';
import { parseSrv3 } from './srv3.ts';
import { parseVtt } from './vtt.ts';

const PARSERS: Record<CaptionFormat, (text: string) => Cue[]> = {
  json3: parseJson3,
  srv3: parseSrv3,
  vtt: parseVtt,
  srt: parseSrt,
};

export const parseCaptions = (format: CaptionFormat, text: string): Cue[] => PARSERS[format](text);
