import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * How far below the top of the page the element begins, for a virtual list that scrolls with the
 * window. What stands above it may come and grow.
 */
export function useScrollMargin(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current) setTop(element.current.getBoundingClientRect().top + scrollY);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    measure();
    return () => watch.disconnect();
  }, [element]);
  return top;
}
