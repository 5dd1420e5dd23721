/** The cards of many sources, of which only the visible ones are rendered. */
import { clsx } from 'clsx';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { sourceTexts } from './texts/sources.ts';
import { StripCard, type CardsProps } from './strip-card.tsx';

const CARD_PX = 180;
const GAP_PX = 8;
const OVERSCAN = 4;

export function VirtualCards({ sources, currentId, scrolled, isFolded, onView, ref }: CardsProps) {
  const at = sources.findIndex((it) => it._id === currentId);
  const virtual = useVirtualizer({
    horizontal: true,
    count: sources.length,
    getScrollElement: () => scrolled.current,
    estimateSize: () => CARD_PX,
    gap: GAP_PX,
    overscan: OVERSCAN,
    getItemKey: (n) => sources[n]?._id ?? n,
  });
  useImperativeHandle(ref, () => ({ show: (to) => virtual.scrollToIndex(to, { align: 'auto' }) }), [
    virtual,
  ]);
  const first = useRef(true);
  useLayoutEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: first.current ? 'center' : 'auto' });
    first.current = false;
  }, [at, virtual]);
  return (
    <ul
      aria-label={sourceTexts.list}
      className={clsx('relative shrink-0', isFolded ? 'h-[calc(var(--target)-4px)]' : 'h-16')}
      style={{ width: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map((it) => {
        const source = sources[it.index];
        return (
          source && (
            <li
              key={it.key}
              data-at={it.index}
              aria-setsize={sources.length}
              aria-posinset={it.index + 1}
              className="absolute inset-y-0 left-0"
              style={{ transform: `translateX(${it.start}px)` }}
            >
              <StripCard
                source={source}
                current={it.index === at}
                isFolded={isFolded}
                tabbed={it.index === Math.max(at, 0)}
                onView={onView}
              />
            </li>
          )
        );
      })}
    </ul>
  );
}
