import { useEffect, useRef, useState } from 'react';
import { useCalmMotion } from '#ui/kit/media.ts';

/** Smallest time between two paints of a growing answer. */
const PAINT_MS = 40;
/** An answer that has fallen behind catches up within about this many paints. */
const CATCH_UP = 10;
const LONGEST_WORD = 24;

/** The next length to show: whole words, quicker the further behind. */
export function nextLength(text: string, shown: number): number {
  const step = Math.max(4, Math.ceil((text.length - shown) / CATCH_UP));
  const least = shown + step;
  if (least >= text.length) return text.length;
  const space = text.slice(least).search(/\s/);
  if (space < 0 && text.length - least <= LONGEST_WORD) return text.length;
  return space < 0 || space > LONGEST_WORD ? least : least + space;
}

/** `text` as it grows, word after word instead of burst after burst; whole at once when it does not stream or motion is unwelcome. */
export function useRevealed(text: string, streaming: boolean): string {
  const calm = useCalmMotion();
  const [shown, show] = useState(streaming ? 0 : text.length);
  const latest = useRef(text);
  useEffect(() => { latest.current = text; }, [text]);
  const behind = shown < text.length;
  useEffect(() => {
    if (calm || !behind) return;
    const timer = setInterval(() => show((was) => nextLength(latest.current, was)), PAINT_MS);
    return () => clearInterval(timer);
  }, [calm, behind]);
  return calm ? text : text.slice(0, shown);
}
