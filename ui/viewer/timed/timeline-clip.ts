import { CLIP_COLOR } from '#core/editor/fields.ts';
import { videoTexts as texts } from './texts.ts';
import type { ClipChange, Target, ViewerClip } from '../viewer-handle.ts';
import type { Span } from './drag-span.ts';

export interface Chapter {
  start: number;
  end: number;
  title: string;
}

/** A clip for the timeline and the transcript. */
export interface TimelineClip extends Span {
  _id: string;
  color: string;
  heading: string;
  quote: string;
}

/** The edits of clips; undefined for readers. */
export interface ClipActions {
  onTake: (span: Span) => void;
  /** changes the span */
  onMove: (clipId: string, span: Span) => void;
  onChange: (clipId: string, change: Pick<ClipChange, 'color' | 'heading'>) => void;
  onDelete: (clipId: string) => void;
}

/** The clips of a video among all clips of a source, in order. */
export const timelineClips = (clips: readonly ViewerClip[]): TimelineClip[] =>
  clips.flatMap(({ _id, locator, color = CLIP_COLOR, heading = '' }) => {
    if (locator.medium !== 'timed') return [];
    const { startS, endS, quote } = locator;
    return [{ _id, startS, endS, quote, color, heading }];
  });

/** The heading of a clip, or the first 60 characters of its text. */
export const clipTitle = (clip: Pick<TimelineClip, 'heading' | 'quote'>): string =>
  clip.heading || clip.quote.slice(0, 60) || texts.clip;

/** The first clip that contains the entire span. */
export const clipAround = (clips: readonly TimelineClip[], span: Span): TimelineClip | undefined =>
  clips.find((it) => it.startS <= span.startS && it.endS >= span.endS);

/** The seconds of a target; `undefined` for another medium. */
export function targetSeconds(target: Target): { startS: number; endS?: number } | undefined {
  if (!('medium' in target)) return { startS: target.place };
  if (target.medium !== 'timed') return undefined;
  return { startS: target.startS, endS: target.endS };
}
