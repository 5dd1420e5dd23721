import type { TranscriptQuality } from '#core/contract/source.ts';
import { transcriptTexts as texts } from './texts.ts';

/** "Automatic captions, en" */
export const trackLabel = ({ kind, language }: TranscriptQuality): string =>
  language && language !== 'und' ? `${texts.kinds[kind]}, ${language}` : texts.kinds[kind];
