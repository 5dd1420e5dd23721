import { Highlighter } from 'lucide-react';
import { createPortal } from 'react-dom';
import { markTexts as texts } from '#ui/texts/viewer.ts';

export interface SelectionSpot { /** px in the window */ x: number; top: number; bottom: number }

/** The spot of a selection, for a button that floats over it. */
export function spotOf(range: Range): SelectionSpot | undefined {
  const rects = [...range.getClientRects()].filter((it) => it.width > 0 && it.height > 0);
  const first = rects[0];
  const last = rects.at(-1);
  if (!first || !last) return undefined;
  return { x: first.left + Math.min(first.width, 240) / 2, top: first.top, bottom: last.bottom };
}

/** Floats over the selected words. It never takes the selection away by being pressed. */
export function SaveClipButton({ spot, onSave }: { spot: SelectionSpot; onSave: () => void }) {
  const above = spot.top > 56;
  const x = Math.min(Math.max(spot.x, 64), window.innerWidth - 64);
  return createPortal(
    <button
      type="button"
      onPointerDown={(event) => event.preventDefault()}
      onClick={onSave}
      style={{ left: x, top: above ? spot.top - 8 : Math.min(spot.bottom + 8, window.innerHeight - 52) }}
      className={`animate-rise fixed z-40 -translate-x-1/2 ${above ? '-translate-y-full' : ''} inline-flex min-h-target items-center gap-1.5 whitespace-nowrap rounded-control border border-line bg-raised px-3 text-[13px] font-medium text-ink shadow-mid hover:bg-hover`}
    >
      <Highlighter aria-hidden size={15} />
      {texts.saveClip}
    </button>,
    document.body,
  );
}
