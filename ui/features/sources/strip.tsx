/** The row of source cards above the panes. */
import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import {
  lazy,
  Suspense,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import type { Source } from '#core/contract/source.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { sourceTexts, stripTexts as texts } from './texts/sources.ts';
import type { Awaited } from './add.ts';
import { focusWhenRendered } from './focus-when-rendered.ts';
import {
  AwaitedCard,
  CardSkeleton,
  StripCard,
  type CardsHandle,
  type CardsProps,
} from './strip-card.tsx';

interface StripProps {
  sources: readonly Source[];
  currentId: string | undefined;
  /** sources being added */
  awaited?: readonly Awaited[];
  onView: (id: string) => void;
  onAdd?: (() => void) | undefined;
  /** tabs of one line instead of cards */
  isFolded: boolean;
  /** shown before the cards; opens the complete list */
  before?: ReactNode;
  /** shown at the end of the row */
  after?: ReactNode;
}

/** above this number, only visible cards are rendered */
const MOST_PLAIN = 40;
const PAGE_SHARE = 0.8;
const AWAITED_SHOWN = 3;

const VirtualCards = lazy(() =>
  import('./strip-virtual.tsx').then((it) => ({ default: it.VirtualCards })),
);

export function SourceStrip({
  sources,
  currentId,
  awaited = [],
  onView,
  onAdd,
  isFolded,
  before,
  after,
}: StripProps) {
  const scrolled = useRef<HTMLDivElement>(null);
  const cards = useRef<CardsHandle>(null);
  const more = useMore(scrolled, sources.length + awaited.length);
  const page = (by: 1 | -1) =>
    scrolled.current?.scrollBy({
      left: by * scrolled.current.clientWidth * PAGE_SHARE,
      behavior: 'smooth',
    });

  const pressed = (event: KeyboardEvent) => {
    const at = Number(
      event.target instanceof Element
        ? event.target.closest<HTMLElement>('[data-at]')?.dataset['at']
        : undefined,
    );
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: sources.length - 1 }[
      event.key
    ];
    if (to === undefined || !(to >= 0 && to < sources.length)) return;
    event.preventDefault();
    cards.current?.show(to);
    focusWhenRendered(scrolled.current, `[data-at="${to}"] button`);
  };
  const props = { sources, currentId, scrolled, isFolded, onView, ref: cards };
  return (
    <div
      className={clsx(
        'flex shrink-0 items-center border-b border-line bg-paper',
        isFolded ? 'h-[calc(var(--target)+4px)] gap-0.5 px-1.5' : 'gap-1 px-2 py-1.5 lg:px-3',
      )}
    >
      {before}
      {more.any && (
        <IconButton
          label={texts.left}
          disabled={!more.left}
          onClick={() => page(-1)}
          className="max-sm:hidden"
        >
          <ChevronLeft size={18} />
        </IconButton>
      )}
      <div
        ref={scrolled}
        onKeyDown={pressed}
        className={clsx(
          'flex min-w-0 overflow-x-auto p-1 [scrollbar-width:none]',
          isFolded ? 'gap-1' : 'gap-2',
        )}
      >
        {sources.length > MOST_PLAIN ? (
          <Suspense
            fallback={Array.from({ length: 10 }, (_, at) => (
              <CardSkeleton key={at} isFolded={isFolded} />
            ))}
          >
            <VirtualCards {...props} />
          </Suspense>
        ) : (
          <PlainCards {...props} />
        )}
        {awaited.slice(0, AWAITED_SHOWN).map((it) => (
          <AwaitedCard key={it.name} {...it} isFolded={isFolded} />
        ))}
      </div>
      {more.any && (
        <IconButton
          label={texts.right}
          disabled={!more.right}
          onClick={() => page(1)}
          className="max-sm:hidden"
        >
          <ChevronRight size={18} />
        </IconButton>
      )}
      {onAdd &&
        (sources.length + awaited.length === 0 ? (
          <Button look="quiet" onClick={onAdd} className="ml-0.5">
            <Plus size={18} aria-hidden />
            {texts.first}
          </Button>
        ) : (
          <IconButton label={texts.add} onClick={onAdd} className="ml-0.5">
            <Plus size={19} />
          </IconButton>
        ))}
      {after && (
        <>
          <span className="flex-1" />
          {after}
        </>
      )}
    </div>
  );
}

function PlainCards({ sources, currentId, scrolled, isFolded, onView, ref }: CardsProps) {
  const at = sources.findIndex((it) => it._id === currentId);
  useImperativeHandle(
    ref,
    () => ({
      show: (to) =>
        scrolled.current
          ?.querySelector(`[data-at="${to}"]`)
          ?.scrollIntoView({ inline: 'nearest', block: 'nearest' }),
    }),
    [scrolled],
  );
  // Runs after the cards are mounted, because the scrolled element is around them.
  useEffect(() => {
    scrolled.current
      ?.querySelector('[aria-current="true"]')
      ?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [currentId, scrolled]);
  return (
    <ul aria-label={sourceTexts.list} className={clsx('flex', isFolded ? 'gap-1' : 'gap-2')}>
      {sources.map((source, n) => (
        <li key={source._id} data-at={n} className="shrink-0">
          <StripCard
            source={source}
            current={n === at}
            isFolded={isFolded}
            tabbed={n === Math.max(at, 0)}
            onView={onView}
          />
        </li>
      ))}
    </ul>
  );
}

/** Whether there is more to scroll to, and on which side. */
function useMore(
  scrolled: RefObject<HTMLDivElement | null>,
  count: number,
): { any: boolean; left: boolean; right: boolean } {
  const [more, setMore] = useState({ any: false, left: false, right: false });
  useEffect(() => {
    const list = scrolled.current;
    if (!list) return;
    const look = () => {
      const canScrollLeft = list.scrollLeft > 4;
      const right = list.scrollLeft + list.clientWidth < list.scrollWidth - 4;
      setMore((was) =>
        was.left === canScrollLeft && was.right === right
          ? was
          : { any: canScrollLeft || right, left: canScrollLeft, right },
      );
    };
    look();
    const resized = new ResizeObserver(look);
    resized.observe(list);
    for (const part of list.children) resized.observe(part);
    list.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      list.removeEventListener('scroll', look);
    };
  }, [scrolled, count]);
  return more;
}

export function StripSkeleton() {
  return (
    <div className="flex h-[calc(var(--target)+4px)] items-center gap-1 border-b border-line px-2.5">
      {[0, 1, 2].map((n) => (
        <CardSkeleton key={n} isFolded />
      ))}
    </div>
  );
}
