/**
 * A list of any number of sources that only renders the visible ones. One tab stop.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Source } from '#core/contract/source.ts';
import { useRovingList } from '#ui/kit/use-roving-list.ts';

interface RowsProps {
  label: string;
  sources: readonly Source[];
  /** approximate height of a row; rows can be taller */
  rowPx: number;
  /** of the scrolled part */
  className?: string;
  /** scrolled to the middle initially, and when `foundBy` changes */
  firstSeen?: number;
  /** what the sources were found by */
  foundBy?: string;
  /** its main control has `data-main` */
  children: (source: Source) => ReactNode;
}

const OVERSCAN = 6;

export function SourceRows({
  label,
  sources,
  rowPx,
  className,
  firstSeen = 0,
  foundBy,
  children,
}: RowsProps) {
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
    first.current = firstSeen;
  });
  useLayoutEffect(() => {
    if (first.current > 0) virtual.scrollToIndex(first.current, { align: 'center' });
    else scrolled.current?.scrollTo({ top: 0 });
  }, [virtual, foundBy]);

  const roving = useRovingList({
    count: sources.length,
    show: (at) => virtual.scrollToIndex(at, { align: 'auto' }),
  });
  return (
    <div ref={scrolled} className={clsx('overflow-y-auto overscroll-contain', className)}>
      <ul
        ref={roving}
        aria-label={label}
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
