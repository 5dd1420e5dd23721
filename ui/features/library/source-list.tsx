/** Any number of sources; only what is in sight is there. The page itself scrolls. */
import { useQueryClient } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { keys } from '#ui/client/queries.ts';
import { useMedia } from '#ui/kit/media.ts';
import { useScrollMargin } from '#ui/kit/use-scroll-margin.ts';
import { libraryTexts as texts } from './texts.ts';
import { allOf, NONE, ranged, toggled, type Selection } from './selection.ts';
import { RowSkeleton, SourceRow } from './source-row.tsx';

export const ROW_PX = { narrow: 88, wide: 76 };
const OVERSCAN = 8;
/** rows per frame: faster scrolling is not reading, and its rows are not fetched */
const FAST = 4;

interface ListProps {
  ids: readonly string[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** asked by the Delete key */
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

  /** the control that the keys have gone to, until it is there */
  const pendingFocus = useRef<{ at: number; control: string }>(undefined);
  /**
   * The row has the focus until its control is rendered, unless the focus has moved elsewhere
   * meanwhile.
   */
  const meet = useCallback(() => {
    const row =
      pendingFocus.current &&
      list.current?.querySelector<HTMLElement>(`[data-at="${pendingFocus.current.at}"]`);
    if (
      !pendingFocus.current ||
      !row ||
      (document.activeElement !== document.body && !list.current?.contains(document.activeElement))
    )
      return;
    const control = row.querySelector<HTMLElement>(pendingFocus.current.control);
    if (!control) row.tabIndex = -1;
    (control ?? row).focus({ preventScroll: control === null });
    if (!control) return;
    row.removeAttribute('tabindex');
    pendingFocus.current = undefined;
  }, []);
  useLayoutEffect(meet);
  const focused = ({ target }: FocusEvent) => {
    if (!target.closest(`[data-at="${pendingFocus.current?.at}"]`))
      pendingFocus.current = undefined;
  };

  /** Arrows go to the same control of the next row; it may have to be scrolled to first. */
  const go = (to: number, control: string) => {
    if (to < 0 || to >= ids.length) return;
    virtual.scrollToIndex(to, { align: 'auto' });
    pendingFocus.current = { at: to, control };
    requestAnimationFrame(meet);
  };
  const pressed = (event: KeyboardEvent<HTMLUListElement>) => {
    const { target } = event;
    if (!(target instanceof HTMLElement)) return;
    const at = Number(target.closest<HTMLElement>('[data-at]')?.dataset['at']);
    const control =
      pendingFocus.current?.control ?? (target.matches('input') ? 'input' : '[data-title]');
    const chosen = selection.ids.size > 0;
    const act = {
      ArrowDown: () => go(at + 1, control),
      ArrowUp: () => go(at - 1, control),
      Home: () => go(0, control),
      End: () => go(ids.length - 1, control),
      ...((event.metaKey || event.ctrlKey) && { a: () => onSelect(allOf(ids)) }),
      ...(chosen && { Escape: () => onSelect(NONE), Delete: onDelete }),
    }[event.key as 'ArrowDown'];
    if (!act || Number.isNaN(at)) return;
    event.preventDefault();
    act();
  };

  return (
    <ul
      ref={list}
      aria-label={texts.sources}
      onKeyDown={pressed}
      onFocus={focused}
      className="relative overflow-hidden rounded-b-card border border-t-0 border-line bg-surface"
      style={{ height: virtual.getTotalSize() + 1 }}
    >
      {items.map((it) => {
        const id = ids[it.index];
        return (
          id !== undefined && (
            <li
              key={id}
              data-at={it.index}
              aria-setsize={ids.length}
              aria-posinset={it.index + 1}
              className="absolute inset-x-0 top-0 border-b border-line"
              style={{ height: it.size, transform: `translateY(${it.start - top}px)` }}
            >
              {before.flies && !cache.getQueryData(keys.sourceRow(id)) ? (
                <RowSkeleton />
              ) : (
                <SourceRow id={id} chosen={selection.ids.has(id)} onChoose={choose} onHere={meet} />
              )}
            </li>
          )
        );
      })}
    </ul>
  );
}
