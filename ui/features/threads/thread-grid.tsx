/**
 * A grid of any number of cards that only renders the visible ones. The page itself scrolls.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { ThreadCard } from '#core/contract/thread.ts';
import { useMedia } from '#ui/kit/media-queries.ts';
import { useRovingList } from '#ui/kit/use-roving-list.ts';
import { useScrollMargin } from '#ui/kit/use-scroll-margin.ts';
import { threadsTexts as texts } from './texts/threads.ts';
import { Card } from './thread-card.tsx';

export const GRID = 'grid auto-rows-[14rem] gap-4 sm:grid-cols-2 lg:grid-cols-3';
/** 14rem, and the gap */
const ROW_PX = 224 + 16;
const OVERSCAN = 3;
/** rows before the end at which more are requested */
const NEAR = 4;

interface GridProps {
  threads: readonly ThreadCard[];
  /** whether there are more */
  more: boolean;
  onMore: () => void;
  onDelete: (thread: ThreadCard) => void;
  onShare: (thread: ThreadCard) => void;
}

export function ThreadGrid({ threads, more, onMore, onDelete, onShare }: GridProps) {
  const list = useRef<HTMLUListElement>(null);
  const top = useScrollMargin(list);
  const three = useMedia('(min-width: 1024px)');
  const two = useMedia('(min-width: 640px)');
  const columns = three ? 3 : two ? 2 : 1;
  const count = Math.ceil(threads.length / columns);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  const rows = virtual.getVirtualItems();
  const [first, last] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0];
  const near = more && last >= count - NEAR;
  useEffect(() => {
    if (near) onMore();
  }, [near, onMore, threads.length]);
  const roving = useRovingList(
    {
      count: threads.length,
      columns,
      show: (at) => virtual.scrollToIndex(Math.floor(at / columns), { align: 'auto' }),
    },
    list,
  );
  return (
    <ul
      ref={roving}
      aria-label={texts.list}
      className={GRID}
      style={{ paddingTop: first * ROW_PX, paddingBottom: Math.max(0, count - 1 - last) * ROW_PX }}
    >
      {threads.slice(first * columns, (last + 1) * columns).map((thread, at) => (
        <Card
          key={thread._id}
          thread={thread}
          at={first * columns + at + 1}
          of={more ? -1 : threads.length}
          onDelete={onDelete}
          onShare={onShare}
        />
      ))}
    </ul>
  );
}
