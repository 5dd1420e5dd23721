import { clsx } from 'clsx';
import { type CSSProperties, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { SlashCommand } from '#core/editor/slash-commands.ts';
import { floatClass } from '#ui/kit/floating-list.ts';
import { editorTexts } from './texts/editor.ts';
import { groupsOf } from './slash-groups.ts';
import { SLASH_ICONS } from './slash-icons.ts';
import type { SlashStore } from './slash-extension.ts';

/** px */
const HEIGHT = 360;
const LEAST_HEIGHT = 160;
const WIDTH = 288;
const GAP = 6;

/**
 * Below the caret, or above it if there is more room; beside it if there is hardly any, as over the
 * keyboard of a phone in landscape. `foot` is the element that the menu stays above.
 */
function placeAt(rect: DOMRect, foot: HTMLElement | null | undefined): CSSProperties {
  const viewport = window.visualViewport;
  const start = (viewport?.offsetTop ?? 0) + GAP;
  const seen = start + (viewport?.height ?? window.innerHeight) - 2 * GAP;
  const bar = foot?.firstElementChild?.getBoundingClientRect().top ?? seen;
  const end = Math.min(seen, bar - GAP);
  const below = end - rect.bottom - GAP;
  const above = rect.top - GAP - start;
  const left = Math.max(GAP, Math.min(rect.left, window.innerWidth - WIDTH - GAP));
  const room = Math.max(below, above);
  if (room < LEAST_HEIGHT)
    return {
      top: start,
      maxHeight: end - start,
      left: Math.min(rect.right + 2 * GAP, window.innerWidth - WIDTH - GAP),
    };
  return {
    left,
    maxHeight: Math.min(HEIGHT, room),
    ...(below >= HEIGHT || below >= above
      ? { top: rect.bottom + GAP }
      : { bottom: window.innerHeight - rect.top + GAP }),
  };
}

/** The editor keeps the focus and the keys; this only shows the selection. */
export function SlashMenu({
  store,
  foot,
}: {
  store: SlashStore;
  /** on narrow screens: the element of the toolbar */
  foot: HTMLElement | null | undefined;
}) {
  const list = useSyncExternalStore(store.subscribe, store.get);
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [list?.at]);
  if (!list?.rect) return null;
  const chosen = list.items[list.at];
  return createPortal(
    <div
      role="listbox"
      aria-label={editorTexts.notes.insert}
      className={floatClass('fixed overflow-y-auto overscroll-contain pb-1.5')}
      style={{ width: WIDTH, ...placeAt(list.rect, foot) }}
    >
      {groupsOf(list.items).map(({ name, items }) => (
        <div key={name} role="group" aria-label={name}>
          <p
            aria-hidden
            className="px-2.5 pt-2.5 pb-1 text-[0.6875rem] font-semibold text-ink-faint select-none"
          >
            {name}
          </p>
          {items.map((item) => (
            <Option
              key={item.id}
              item={item}
              isCurrent={item === chosen}
              current={current}
              onPick={() => list.pick(item)}
            />
          ))}
        </div>
      ))}
    </div>,
    document.body,
  );
}

function Option({
  item,
  isCurrent,
  current,
  onPick,
}: {
  item: SlashCommand;
  isCurrent: boolean;
  current: RefObject<HTMLButtonElement | null>;
  onPick: () => void;
}) {
  const Icon = SLASH_ICONS[item.icon];
  return (
    <button
      ref={isCurrent ? current : null}
      type="button"
      role="option"
      aria-selected={isCurrent}
      tabIndex={-1}
      onMouseDown={(event) => {
        event.preventDefault();
        onPick();
      }}
      className={clsx(
        'grid w-full scroll-mt-8 grid-cols-[2.125rem_minmax(0,1fr)] gap-x-2.5 rounded-control px-2 py-1.5 text-left',
        isCurrent ? 'bg-pressed' : 'hover:bg-hover',
      )}
    >
      <span className="col-start-2 row-start-1 truncate text-sm text-ink">{item.title}</span>
      <span className="col-start-2 row-start-2 truncate text-xs text-ink-soft">{item.hint}</span>
      <span
        aria-hidden
        className={clsx(
          'col-start-1 row-span-2 row-start-1 grid size-8.5 place-items-center self-center',
          'rounded-control border border-line bg-surface text-ink-soft',
        )}
      >
        <Icon size={17} strokeWidth={1.8} />
      </span>
    </button>
  );
}
