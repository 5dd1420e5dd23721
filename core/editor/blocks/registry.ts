/** Every block of the notes: a folder beside this file and a line here. */
import type { Block } from '../block.ts';
import { aiChat } from './ai-chat/block.ts';
import { aiNote } from './ai-note/block.ts';
import { blog } from './blog/block.ts';
import { callout } from './callout/block.ts';
import { clip } from './clip/block.ts';
import { image } from './image/block.ts';
import { insight } from './insight/block.ts';
import { mathInline } from './math-inline/block.ts';
import { math } from './math/block.ts';
import { pdfClip } from './pdf-clip/block.ts';
import { place } from './place/block.ts';
import { question } from './question/block.ts';
import { quote } from './quote/block.ts';
import { summary } from './summary/block.ts';
import { toggle } from './toggle/block.ts';
import { webClip } from './web-clip/block.ts';

export const BLOCKS: readonly Block[] = [
  clip,
  pdfClip,
  webClip,
  place,
  aiChat,
  aiNote,
  summary,
  image,
  blog,
  insight,
  question,
  quote,
  callout,
  toggle,
  math,
  mathInline,
];

export const blockOf = (type: string | undefined): Block | undefined =>
  BLOCKS.find((block) => block.name === type);
