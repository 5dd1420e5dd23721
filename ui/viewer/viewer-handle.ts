import type { ReactNode, Ref } from 'react';
import type { Locator, PageArea } from '#core/contract/locator.ts';
import type { Source } from '#core/contract/source.ts';

/**
 * Where to go: a whole locator, or the place alone (a second, a page or a paragraph, as in
 * `time:source`) with its words when known.
 */
export type Target =
  | Locator
  | {
      place: number;
      quote?: string;
      /** what plays does not begin to */
      still?: boolean;
    };

export interface ViewerHandle {
  /**
   * Seeks and plays, turns to the page, or scrolls to the paragraph, and flashes what is there.
   * Kept until the source is loaded; with `sourceId`, until that source is the one shown.
   */
  goTo(target: Target, sourceId?: string): void;
  /** The second, the page or the paragraph now in view. */
  place(): number;
  /** How many paragraphs a page has; of videos and PDFs, the source says how long they are. */
  paragraphs(): number | undefined;
  /** Keeps the last ten seconds of what plays; `false` where nothing does. */
  clipLast(): boolean;
}

/** What the user marked and wants kept. */
export interface ClipRequest {
  locator: Locator;
  color?: string;
  underline?: boolean;
  /** paged: its lines, on every page that it touches */
  areas?: readonly PageArea[];
  /** flow: which of its like in the paragraph, from 0 */
  occurrence?: number;
  /** timed: a second and its words, no stretch to be played; the clip that it lies in */
  moment?: { of: string | undefined };
}

/** A clip already kept, to be shown in its source. */
export interface ViewerClip {
  _id: string;
  locator: Locator;
  color?: string;
  underline?: boolean;
  heading?: string;
  areas?: readonly PageArea[];
  occurrence?: number;
}

/**
 * What becomes different about a kept clip; a place comes with its words, none where they are not
 * known.
 */
export interface ClipChange {
  locator?: Locator;
  color?: string;
  underline?: boolean;
  heading?: string;
}

/** What each medium's viewer takes. */
export interface MediumProps {
  source: Source;
  /** through which a reader may see it; its owner needs none */
  threadId: string | undefined;
  clips: readonly ViewerClip[];
  onClip: (clip: ClipRequest) => void;
  /** asks about the selected text, at this position in the window */
  onAsk?: AskOfClip | undefined;
  /** leads to it in the notes */
  onEditClip?: ((id: string) => void) | undefined;
  /** none where clips may not be changed */
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

/** Words to look for at a target, if it has any. */
export const quoteOf = (target: Target): string | undefined => target.quote?.trim() || undefined;
