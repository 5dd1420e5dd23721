import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * How many buttons fit into a bar next to the permanent ones: `fixed`, and one button. All of them
 * until the bar has a size.
 */
export function useFreeSlots(
  bar: RefObject<HTMLElement | null>,
  fixed: RefObject<HTMLElement | null>,
): number {
  const [slots, setSlots] = useState(Infinity);
  useLayoutEffect(() => {
    const measure = () => {
      const button = bar.current?.querySelector('button')?.offsetWidth ?? 0;
      if (!bar.current || !fixed.current || button === 0) return;
      const { clientWidth } = bar.current;
      setSlots(Math.floor((clientWidth - fixed.current.offsetWidth) / button) - 1);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const { current } of [bar, fixed]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, [bar, fixed]);
  return slots;
}
