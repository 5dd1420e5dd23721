import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * The element's distance from the top of the page, for a virtual list that scrolls with the window.
 * Content above it can change its height.
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
