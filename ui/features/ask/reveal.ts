import { useEffect, useRef, useState } from 'react';
import { useCalmMotion } from '#ui/kit/media.ts';

/** From one word to the next. */
const WORD_MS = 100;
/** What has arrived is all shown within so many words' time: a second. */
const MOST_BEHIND = 10;
/** A script without spaces has no words, and a long one is no single one. */
const WORD = /(?<!\s)\s*\S{1,24}/gu;

/**
 * The next length to show: one word more, or as many as it takes to have shown all of it in `left`
 * more steps.
 */
export function nextLength(text: string, shown: number, left: number): number {
  const rest = text.slice(shown);
  const words = [...rest.matchAll(WORD)];
  const last = words[Math.ceil(words.length / Math.max(1, left)) - 1];
  return last && last !== words.at(-1) ? shown + last.index + last[0].length : text.length;
}

/**
 * `text` as it grows, word after word instead of burst after burst; whole at once when it does not
 * stream or motion is unwelcome.
 */
export function useRevealed(text: string, streaming: boolean): string {
  const calm = useCalmMotion();
  const [shown, show] = useState(streaming ? 0 : text.length);
  const latest = useRef({ text, left: MOST_BEHIND });
  useEffect(() => {
    latest.current = { text, left: MOST_BEHIND };
  }, [text]);
  const behind = shown < text.length;
  useEffect(() => {
    if (calm || !behind) return;
    const timer = setInterval(() => {
      const it = latest.current;
      show((was) => nextLength(it.text, was, it.left));
      latest.current = { ...it, left: it.left - 1 };
    }, WORD_MS);
    return () => clearInterval(timer);
  }, [calm, behind]);
  return calm ? text : text.slice(0, shown);
}
