import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { floatClass } from '#ui/kit/float.ts';
import { editorTexts } from './texts/editor.ts';
import type { SlashStore } from './slash-extension.ts';

const HEIGHT = 320;

/** The editor keeps the focus and the keys; this shows where they are. */
export function SlashMenu({ store }: { store: SlashStore }) {
  const list = useSyncExternalStore(store.subscribe, store.get);
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [list?.at]);
  if (!list?.rect) return null;
  const { rect } = list;
  const below = rect.bottom + HEIGHT + 8 < window.innerHeight || rect.top < HEIGHT;
  return createPortal(
    <div
      role="listbox"
      aria-label={editorTexts.notes.insert}
      className={floatClass('fixed w-68 overflow-y-auto')}
      style={{
        left: Math.min(rect.left, window.innerWidth - 288),
        maxHeight: HEIGHT,
        ...(below ? { top: rect.bottom + 6 } : { bottom: window.innerHeight - rect.top + 6 }),
      }}
    >
      {list.items.map((item, index) => (
        <button
          key={item.id}
          ref={index === list.at ? current : null}
          type="button"
          role="option"
          aria-selected={index === list.at}
          tabIndex={-1}
          onMouseDown={(event) => {
            event.preventDefault();
            list.pick(item);
          }}
          className={`flex w-full flex-col rounded-control px-2.5 py-1.5 text-left ${index === list.at ? 'bg-hover' : 'hover:bg-hover'}`}
        >
          <span className="text-sm text-ink">{item.title}</span>
          <span className="text-xs text-ink-soft">{item.hint}</span>
        </button>
      ))}
    </div>,
    document.body,
  );
}
