import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** Closer to the end than this, the newest answer is in view. */
const NEAR_END_PX = 80;
/** Space above a question at the top of the pane. */
const ABOVE_PX = 12;
const SCROLL_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' ']);

/** The element kept in place while the list grows; undefined once the reader has scrolled. */
type Held = 'end' | 'question' | undefined;

/**
 * Scrolls the list of answers: to its end when it is opened, and to the question when one is asked.
 * It stays there while the answer grows, until the reader scrolls or presses something. `question`:
 * the element of the newest question with its answer, which is as high as the list.
 */
export function useAnswersScroll(
  box: RefObject<HTMLDivElement | null>,
  question: RefObject<HTMLDivElement | null>,
  isAsking: boolean,
) {
  const anchor = useRef<Held>('end');
  const [isAway, setAway] = useState(false);
  const release = useCallback(() => {
    anchor.current = undefined;
  }, []);
  useEffect(() => {
    const list = box.current;
    if (!list) return;
    const look = () =>
      setAway(list.scrollHeight - list.scrollTop - list.clientHeight > NEAR_END_PX);
    const pressed = (event: KeyboardEvent) => {
      if (SCROLL_KEYS.has(event.key)) release();
    };
    // The text grows by itself while it is revealed.
    const resized = new ResizeObserver(() => {
      hold(list, question.current, anchor.current);
      look();
    });
    resized.observe(list);
    if (list.firstElementChild) resized.observe(list.firstElementChild);
    list.addEventListener('scroll', look, { passive: true });
    list.addEventListener('wheel', release, { passive: true });
    list.addEventListener('pointerdown', release, { passive: true });
    list.addEventListener('keydown', pressed);
    return () => {
      resized.disconnect();
      list.removeEventListener('scroll', look);
      list.removeEventListener('wheel', release);
      list.removeEventListener('pointerdown', release);
      list.removeEventListener('keydown', pressed);
    };
  }, [box, question, release]);
  useLayoutEffect(() => {
    if (!isAsking || !box.current) return;
    anchor.current = 'question';
    hold(box.current, question.current, anchor.current);
  }, [box, question, isAsking]);
  return {
    isAway,
    /** Leaves the position to whatever scrolls next. */
    release,
    toNewest: () => {
      release();
      box.current?.scrollTo({ top: box.current.scrollHeight, behavior: 'smooth' });
    },
  };
}

function hold(list: Element, question: Element | null, held: Held): void {
  if (held === 'end') list.scrollTop = list.scrollHeight;
  if (held === 'question' && question)
    list.scrollTop +=
      question.getBoundingClientRect().top - list.getBoundingClientRect().top - ABOVE_PX;
}
