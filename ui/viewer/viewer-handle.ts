import type { ReactNode, Ref } from 'react';
import type { Locator, PageArea } from '#core/contract/locator.ts';
import type { Source } from '#core/contract/source.ts';

/**
 * A navigation target: a complete locator, or only the position (a second, page or paragraph, as in
 * `time:source`) with its text if known.
 */
export type Target =
  | Locator
  | {
      place: number;
      quote?: string;
      /** does not start playback */
      still?: boolean;
    };

export interface ViewerHandle {
  /**
   * Seeks and plays, goes to the page, or scrolls to the paragraph, and flashes the text. Kept
   * until the source has loaded; with `sourceId`, until that source is the current one.
   */
  goTo(target: Target, sourceId?: string): void;
  /** The second, page or paragraph in view. */
  place(): number;
  /** How many paragraphs a page has; of videos and PDFs, the source says how long they are. */
  paragraphs(): number | undefined;
  /** Clips the last ten seconds; `false` if nothing plays. */
  clipLast(): boolean;
}

/** The text or time that the user wants to save. */
export interface ClipRequest {
  locator: Locator;
  color?: string;
  underline?: boolean;
  /** paged: its lines, on every page that it covers */
  areas?: readonly PageArea[];
  /** flow: index among equal quotes in the paragraph, from 0 */
  occurrence?: number;
  /** timed: a second with its text, not a range to play; the clip around it */
  moment?: { of: string | undefined };
}

/** A saved clip, to be shown in its source. */
export interface ViewerClip {
  _id: string;
  locator: Locator;
  color?: string;
  underline?: boolean;
  heading?: string;
  areas?: readonly PageArea[];
  occurrence?: number;
}

/** The change of a saved clip; a new position comes with its text, undefined if unknown. */
export interface ClipChange {
  locator?: Locator;
  color?: string;
  underline?: boolean;
  heading?: string;
}

/** The props of each medium's viewer. */
export interface MediumProps {
  source: Source;
  /** the thread through which a reader may see it; its owner needs none */
  threadId: string | undefined;
  clips: readonly ViewerClip[];
  onClip: (clip: ClipRequest) => void;
  /** asks about the selected text, at this position in the window */
  onAsk?: AskOfClip | undefined;
  /** shows the block in the notes */
  onEditClip?: ((id: string) => void) | undefined;
  /** undefined if clips can't be edited */
  onChangeClip?: ((id: string, change: ClipChange) => void) | undefined;
  onDeleteClip?: ((id: string) => void) | undefined;
  own: boolean;
  /** the content of every viewer's toolbar */
  tools: ReactNode;
  ref: Ref<MediumHandle>;
}
export interface MediumHandle {
  goTo(target: Target): void;
  place(): number;
  paragraphs?(): number | undefined;
  clipLast?(): void;
}
export type AskOfClip = (clip: ClipRequest, rect: DOMRect) => void;

/** Words to search at a target, if it has any. */
export const quoteOf = (target: Target): string | undefined => target.quote?.trim() || undefined;
