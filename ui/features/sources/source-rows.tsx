/**
 * Any number of sources, one below the other; only those in sight are there. Arrows go from row to
 * row.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { Source } from '#core/contract/source.ts';
import { focusWhenRendered } from './focus-when-rendered.ts';

interface RowsProps {
  label: string;
  sources: readonly Source[];
  /** about how tall a row is; it may be taller */
  rowPx: number;
  /** of the scrolled part */
  className?: string;
  /** scrolled to the middle at first */
  firstSeen?: number;
  /** its main control bears `data-main` */
  children: (source: Source) => ReactNode;
}

const OVERSCAN = 6;

export function SourceRows({ label, sources, rowPx, className, firstSeen, children }: RowsProps) {
  const scrolled = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: sources.length,
    getScrollElement: () => scrolled.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    getItemKey: (at) => sources[at]?._id ?? at,
  });
  const first = useRef(firstSeen);
  useLayoutEffect(() => {
    if (first.current !== undefined && first.current > 0)
      virtual.scrollToIndex(first.current, { align: 'center' });
  }, [virtual]);

  const go = (to: number) => {
    if (to < 0 || to >= sources.length) return;
    virtual.scrollToIndex(to, { align: 'auto' });
    focusWhenRendered(scrolled.current, `[data-index="${to}"] [data-main]`);
  };
  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    const at = Number(
      event.target instanceof Element
        ? event.target.closest<HTMLElement>('[data-index]')?.dataset['index']
        : undefined,
    );
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: sources.length - 1 }[event.key];
    if (to === undefined || Number.isNaN(at)) return;
    event.preventDefault();
    go(to);
  };
  return (
    <div ref={scrolled} className={clsx('overflow-y-auto overscroll-contain', className)}>
      <ul
        aria-label={label}
        onKeyDown={pressed}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map((it) => {
          const source = sources[it.index];
          return (
            source && (
              <li
                key={it.key}
                ref={virtual.measureElement}
                data-index={it.index}
                aria-setsize={sources.length}
                aria-posinset={it.index + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${it.start}px)` }}
              >
                {children(source)}
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
