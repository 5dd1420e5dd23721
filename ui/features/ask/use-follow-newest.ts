import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** Closer to the end than this, the reader is following. */
const FOLLOWING_PX = 80;

/**
 * Keeps the end of a growing list in view while the reader is near it, and goes there when a
 * question is asked.
 */
export function useFollowNewest(
  box: RefObject<HTMLDivElement | null>,
  question: string | undefined,
) {
  const isFollowing = useRef(true);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const list = box.current;
    if (!list) return;
    const look = () => {
      isFollowing.current = list.scrollHeight - list.scrollTop - list.clientHeight < FOLLOWING_PX;
      setAway(!isFollowing.current);
    };
    list.addEventListener('scroll', look, { passive: true });
    // The text grows by itself while it is revealed.
    const grown = new ResizeObserver(() => {
      if (isFollowing.current) scrollToEnd(list, 'auto');
    });
    if (list.firstElementChild) grown.observe(list.firstElementChild);
    return () => {
      list.removeEventListener('scroll', look);
      grown.disconnect();
    };
  }, [box]);
  useLayoutEffect(() => {
    if (question === undefined) return;
    isFollowing.current = true;
    if (box.current) scrollToEnd(box.current, 'auto');
  }, [box, question]);
  return {
    isAway,
    isFollowing,
    toNewest: () => {
      if (box.current) scrollToEnd(box.current, 'smooth');
    },
  };
}

const scrollToEnd = (list: Element, behavior: ScrollBehavior) =>
  list.scrollTo({ top: list.scrollHeight, behavior });
