import { parseVtt } from './vtt.ts';
import type { Cue } from './cue.ts';

/** Parses SubRip: numbers before the times, `{\an8}` and HTML tags in the text. */
export const parseSrt = (text: string): Cue[] => parseVtt(text.replace(/\{\\[^{}]{0,100}\}/g, ''));
