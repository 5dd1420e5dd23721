import {
  type FocusEventHandler,
  type PointerEventHandler,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';

/**
 * Whether a box is in use: from the first focus or press inside it to the first one outside. What
 * the box opens in a portal counts as inside, because React passes its events on to the box.
 */
export function useInUse(): {
  isInUse: boolean;
  setInUse: (isInUse: boolean) => void;
  handlers: { onFocus: FocusEventHandler; onPointerDown: PointerEventHandler };
} {
  const [isInUse, setInUse] = useState(false);
  const lastInside = useRef<Event>(null);
  const onEvent = useCallback(({ nativeEvent }: { nativeEvent: Event }) => {
    lastInside.current = nativeEvent;
    setInUse(true);
  }, []);
  useEffect(() => {
    if (!isInUse) return undefined;
    // React handles an event before the document does, so events inside are known here.
    const leave = (event: Event) => {
      if (event !== lastInside.current) setInUse(false);
    };
    document.addEventListener('focusin', leave);
    document.addEventListener('pointerdown', leave);
    return () => {
      document.removeEventListener('focusin', leave);
      document.removeEventListener('pointerdown', leave);
    };
  }, [isInUse]);
  return { isInUse, setInUse, handlers: { onFocus: onEvent, onPointerDown: onEvent } };
}
