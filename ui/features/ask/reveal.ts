import { useEffect, useRef, useState } from 'react';
import { useReducedMotion } from '#ui/kit/media-queries.ts';

/** From one word to the next. */
const WORD_MS = 100;
/** A script without spaces has no words, so a long run is not one word. */
const WORD = /\s*\S{0,24}/uy;

/** The next length to show: one more word. */
export function nextLength(text: string, shown: number): number {
  WORD.lastIndex = shown;
  return shown + (WORD.exec(text)?.[0].length ?? 0);
}

export interface Revealed {
  text: string;
  /** some of the arrived text is not shown yet */
  isBehind: boolean;
  /** Shows the rest at once, and everything that follows. */
  skip: () => void;
}

/**
 * Reveals `text` word by word as it grows; complete at once if it does not stream at first, or with
 * reduced motion.
 */
export function useRevealed(text: string, streaming: boolean): Revealed {
  const calm = useReducedMotion();
  const [shown, show] = useState(streaming ? 0 : text.length);
  const [isSkipped, setSkipped] = useState(false);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  const isBehind = !calm && !isSkipped && shown < text.length;
  useEffect(() => {
    if (!isBehind) return;
    const timer = setInterval(() => show((was) => nextLength(latest.current, was)), WORD_MS);
    return () => clearInterval(timer);
  }, [isBehind]);
  return {
    text: isBehind ? text.slice(0, shown) : text,
    isBehind,
    skip: () => setSkipped(true),
  };
}
