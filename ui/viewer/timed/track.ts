import type { TrackKind, TranscriptQuality } from '#core/contract/source.ts';

const KINDS: Record<TrackKind, string> = { people: 'captions by people', automatic: 'automatic captions', speech: 'recognised from the sound', yours: 'your own' };

/** `automatic captions, en` */
export const trackOf = ({ kind, language }: TranscriptQuality): string => (language && language !== 'und' ? `${KINDS[kind]}, ${language}` : KINDS[kind]);
