import { useEffect, useRef, useState } from 'react';
import { useCalmMotion } from '#ui/kit/media.ts';

/** From one word to the next. */
const WORD_MS = 100;
/** A script without spaces has no words, and a long one is no single one. */
const WORD = /\s*\S{0,24}/uy;

/** The length to show next: one word more. */
export function nextLength(text: string, shown: number): number {
  WORD.lastIndex = shown;
  return shown + (WORD.exec(text)?.[0].length ?? 0);
}

export interface Revealed {
  text: string;
  /** some of what has arrived is not shown yet */
  isBehind: boolean;
  /** Shows the rest at once, and all that comes after it. */
  skip: () => void;
}

/**
 * `text` as it grows, one word after another; whole at once when it does not stream at first, or
 * when motion is unwelcome.
 */
export function useRevealed(text: string, streaming: boolean): Revealed {
  const calm = useCalmMotion();
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
