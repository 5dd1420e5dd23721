/** A list of any number of sources that only renders the visible ones. The page itself scrolls. */
import { useQueryClient } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { keys } from '#ui/client/queries.ts';
import { useMedia } from '#ui/kit/media-queries.ts';
import { useRovingList } from '#ui/kit/use-roving-list.ts';
import { useScrollMargin } from '#ui/kit/use-scroll-margin.ts';
import { libraryTexts as texts } from './texts.ts';
import { allOf, NONE, ranged, toggled, type Selection } from './selection.ts';
import { RowSkeleton, SourceRow } from './source-row.tsx';

const ROW_PX = { narrow: 60, wide: 44 };
const OVERSCAN = 8;
/** rows per frame: faster scrolling is not reading, so its rows are not fetched */
const FAST = 4;

interface ListProps {
  ids: readonly string[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** called by the Delete key */
  onDelete: () => void;
}

export function SourceList({ ids, selection, onSelect, onDelete }: ListProps) {
  const cache = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const top = useScrollMargin(list);
  const height = useMedia('(max-width: 639px)') ? ROW_PX.narrow : ROW_PX.wide;
  const virtual = useWindowVirtualizer({
    count: ids.length,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey: (at) => ids[at] ?? at,
  });
  useLayoutEffect(() => {
    virtual.measure();
  }, [virtual, height]);
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const [before, setBefore] = useState({ first, flies: false, scrolls: false });
  if (before.first !== first || before.scrolls !== virtual.isScrolling)
    setBefore({
      first,
      flies:
        virtual.isScrolling &&
        (Math.abs(first - before.first) > FAST || (before.flies && before.first === first)),
      scrolls: virtual.isScrolling,
    });

  const choose = (id: string, event: MouseEvent) =>
    onSelect(event.shiftKey ? ranged(selection, id, ids) : toggled(selection, id));

  const roving = useRovingList(
    { count: ids.length, show: (at) => virtual.scrollToIndex(at, { align: 'auto' }) },
    list,
  );
  const pressed = (event: KeyboardEvent<HTMLUListElement>) => {
    const chosen = selection.ids.size > 0;
    const act = {
      ...((event.metaKey || event.ctrlKey) && { a: () => onSelect(allOf(ids)) }),
      ...(chosen && { Escape: () => onSelect(NONE), Delete: onDelete }),
    }[event.key as 'a'];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <ul
      ref={roving}
      aria-label={texts.sources}
      onKeyDown={pressed}
      className="relative overflow-hidden rounded-b-card border border-t-0 border-line bg-surface"
      style={{ height: virtual.getTotalSize() + 1 }}
    >
      {items.map((it) => {
        const id = ids[it.index];
        return (
          id !== undefined && (
            <li
              key={id}
              aria-setsize={ids.length}
              aria-posinset={it.index + 1}
              className="absolute inset-x-0 top-0 border-b border-line"
              style={{ height: it.size, transform: `translateY(${it.start - top}px)` }}
            >
              {before.flies && !cache.getQueryData(keys.sourceRow(id)) ? (
                <RowSkeleton />
              ) : (
                <SourceRow id={id} chosen={selection.ids.has(id)} onChoose={choose} />
              )}
            </li>
          )
        );
      })}
    </ul>
  );
}
