/** Every block of the notes: a folder beside this file and a line here. */
import type { Block } from '../block.ts';
import { aiChat } from './ai-chat/block.ts';
import { callout } from './callout/block.ts';
import { clip } from './clip/block.ts';
import { pdfClip } from './pdf-clip/block.ts';
import { place } from './place/block.ts';
import { webClip } from './web-clip/block.ts';

export const BLOCKS: readonly Block[] = [clip, pdfClip, webClip, place, aiChat, callout];

export const blockOf = (type: string | undefined): Block | undefined => BLOCKS.find((block) => block.name === type);
