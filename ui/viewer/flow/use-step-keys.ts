import { useEffect, useRef, type RefObject } from 'react';
import { useShortcutActions } from '../../kit/palette.ts';
import { takesSingleKey } from '../../kit/single-keys.ts';

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 };

/** J and K go to the next and previous paragraph, while the focus is in the viewer or nowhere. */
export function useStepKeys(
  home: RefObject<HTMLElement | null>,
  onStep: ((by: 1 | -1) => void) | undefined,
): void {
  const latest = useRef(onStep);
  useEffect(() => {
    latest.current = onStep;
  });
  useShortcutActions({
    nextParagraph: onStep && (() => onStep(1)),
    previousParagraph: onStep && (() => onStep(-1)),
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const by = STEPS[event.key];
      const isHere =
        event.target === document.body ||
        (event.target instanceof Node && home.current?.contains(event.target));
      if (by === undefined || !latest.current || !isHere || !takesSingleKey(event)) return;
      event.preventDefault();
      latest.current(by);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [home]);
}
