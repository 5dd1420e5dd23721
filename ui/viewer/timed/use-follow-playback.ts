import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** Clicks within this time count as one double or triple click. */
const CLICKS_MS = 1000;

interface FollowPlayback {
  /** the segment being spoken; -1 before the first */
  current: number;
  /** the current search match, which stops following */
  match: number | undefined;
  /** false while its pane is hidden, where nothing scrolls */
  isShown: boolean;
  /** while the reader selects text, nothing scrolls */
  isSelecting: RefObject<boolean>;
  scrollToSegment: (segment: number) => void;
}

/** Keeps the spoken segment in view until the reader scrolls or searches. */
export function useFollowPlayback({
  current,
  match,
  isShown,
  isSelecting,
  scrollToSegment,
}: FollowPlayback) {
  const [follows, setFollows] = useState(true);
  const clickedMs = useRef(-CLICKS_MS);
  useEffect(() => {
    const isClicking = performance.now() - clickedMs.current <= CLICKS_MS;
    if (isShown && follows && !isSelecting.current && !isClicking && current >= 0)
      scrollToSegment(current);
  }, [isShown, follows, current, isSelecting, scrollToSegment]);
  useEffect(() => {
    if (match === undefined) return;
    setFollows(false);
    scrollToSegment(match);
  }, [match, scrollToSegment]);
  return {
    follows,
    follow: useCallback(() => setFollows(true), []),
    stopFollowing: useCallback(() => setFollows(false), []),
    /**
     * Follows from the next segment on. The clicked one stays under the pointer, so that a second
     * and third click select its words.
     */
    followFromClick: useCallback(() => {
      clickedMs.current = performance.now();
      setFollows(true);
    }, []),
  };
}
