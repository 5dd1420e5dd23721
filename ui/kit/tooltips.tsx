import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { isMac } from './palette.ts';
import { keyName, keysOf } from './shortcuts.ts';
import { watchTooltips, type ShownTooltip } from './watch-tooltips.ts';

const GAP_PX = 6;
const EDGE_PX = 8;

/** Positions a tooltip below its button, or above it if there is no room below. */
function place(tooltip: HTMLElement, anchor: HTMLElement): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tooltip;
  const below = at.bottom + GAP_PX;
  const top = below + height + EDGE_PX > innerHeight ? at.top - GAP_PX - height : below;
  const left = Math.min(at.left + (at.width - width) / 2, innerWidth - width - EDGE_PX);
  tooltip.style.top = `${Math.max(EDGE_PX, top)}px`;
  tooltip.style.left = `${Math.max(EDGE_PX, left)}px`;
}

/** Shows the tooltip of every button with `data-tooltip`, with the shortcut of `data-shortcut`. */
export function Tooltips() {
  const [shown, setShown] = useState<ShownTooltip>();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => watchTooltips(setShown), []);
  useLayoutEffect(() => {
    if (!shown || !box.current) return undefined;
    const { anchor } = shown;
    place(box.current, anchor);
    const described = anchor.getAttribute('aria-describedby');
    anchor.setAttribute('aria-describedby', [described, id].filter(Boolean).join(' '));
    return () => {
      if (described === null) anchor.removeAttribute('aria-describedby');
      else anchor.setAttribute('aria-describedby', described);
    };
  }, [shown, id]);
  if (!shown) return null;
  const keys = keysOf(shown.shortcut);
  return createPortal(
    <div
      ref={box}
      id={id}
      role="tooltip"
      className="pointer-events-none fixed z-80 flex w-max max-w-72 items-center gap-2 rounded-control bg-ink px-2.5 py-1.5 text-xs leading-snug text-paper shadow-mid"
    >
      <span className="wrap-anywhere">{shown.text}</span>
      {keys.length > 0 && (
        <kbd className="shrink-0 font-sans opacity-75">
          {keys.map((key) => keyName(key, isMac())).join(' ')}
        </kbd>
      )}
    </div>,
    // In full screen nothing outside of it is drawn.
    document.fullscreenElement ?? document.body,
  );
}
