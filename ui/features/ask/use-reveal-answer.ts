import { useEffect } from 'react';
import type { RefObject } from 'react';
import { type LinkTarget, revealTarget } from '#ui/kit/link-target.ts';

/** Scrolls to the answer that a link leads to, each time the link is followed. */
export function useRevealAnswer(
  box: RefObject<HTMLDivElement | null>,
  release: () => void,
  target: LinkTarget | undefined,
  isLoaded: boolean,
): void {
  useEffect(() => {
    if (!target || !isLoaded) return undefined;
    release();
    let isGone = false;
    // The answers above it have their final height only after their Markdown has loaded.
    void import('./answer-text.tsx').then(() =>
      requestAnimationFrame(() => {
        const card = isGone
          ? undefined
          : box.current?.querySelector(`[data-answer="${CSS.escape(target.id)}"]`);
        if (card) revealTarget(card);
      }),
    );
    return () => {
      isGone = true;
    };
  }, [box, release, target, isLoaded]);
}
