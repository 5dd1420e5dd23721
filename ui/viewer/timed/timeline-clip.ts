import type { ClipChange } from '../viewer-handle.ts';
import type { Span } from './drag-span.ts';

export interface Chapter {
  start: number;
  end: number;
  title: string;
}

/** A clip as the timeline and the transcript show it. */
export interface TimelineClip extends Span {
  _id: string;
  color: string;
  heading: string;
  quote: string;
}

/** What may be done to clips; none of it by those who only read. */
export interface ClipActions {
  onTake: (span: Span) => void;
  /** another extent */
  onMove: (clipId: string, span: Span) => void;
  onChange: (clipId: string, change: Pick<ClipChange, 'color' | 'heading'>) => void;
  onDelete: (clipId: string) => void;
}
