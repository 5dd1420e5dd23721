import { useEffect, useRef, type ReactNode } from 'react';
import { manyTexts as texts } from './texts.ts';

/** A bar above the end of the list, which leaves space for it. Toasts are above it. */
export function FloatingBar({ children }: { children: ReactNode }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const root = document.documentElement.style;
    const watch = new ResizeObserver(([it]) =>
      root.setProperty('--toast-lift', `${it?.borderBoxSize[0]?.blockSize ?? 0}px`),
    );
    if (section.current) watch.observe(section.current);
    return () => {
      watch.disconnect();
      root.removeProperty('--toast-lift');
    };
  }, []);
  return (
    <>
      <div aria-hidden className="h-16" />
      <section
        ref={section}
        aria-label={texts.bar}
        className="fixed inset-x-2 bottom-2 z-40 mx-auto max-w-5xl animate-rise rounded-card border border-line-strong bg-raised p-1.5 shadow-high sm:inset-x-6 sm:bottom-4"
      >
        {children}
      </section>
    </>
  );
}
