import { Highlighter, Sparkles, Timer } from 'lucide-react';
import { createPortal } from 'react-dom';
import { clipActionTexts } from '#ui/kit/texts/clips.ts';
import { markTexts as texts } from './texts.ts';

export interface SelectionSpot {
  /** px in the window */
  x: number;
  top: number;
  bottom: number;
}

/** The spot of a selection, for a button that floats over it. */
export function spotOf(range: Range): SelectionSpot | undefined {
  const rects = [...range.getClientRects()].filter((it) => it.width > 0 && it.height > 0);
  const first = rects[0];
  const last = rects.at(-1);
  if (!first || !last) return undefined;
  return { x: first.left + Math.min(first.width, 240) / 2, top: first.top, bottom: last.bottom };
}

/** The same as a box, for what opens beside it. */
export const rectOf = ({ x, top, bottom }: SelectionSpot): DOMRect =>
  new DOMRect(x, top, 1, Math.max(1, bottom - top));

const BUTTON =
  'inline-flex min-h-target items-center gap-1.5 rounded-control px-2.5 hover:bg-hover';

/** Floats over the selected words. It never takes the selection away by being pressed. */
export function SaveClipButton({
  spot,
  onSave,
  onMoment,
  onAsk,
}: {
  spot: SelectionSpot;
  onSave: () => void;
  /** where the words are said at a second */
  onMoment?: (() => void) | undefined;
  /** undefined for people who may not ask here */
  onAsk?: (() => void) | undefined;
}) {
  const above = spot.top > 56;
  const x = Math.min(Math.max(spot.x, 64), window.innerWidth - 64);
  return createPortal(
    <div
      onPointerDown={(event) => event.preventDefault()}
      style={{
        left: x,
        top: above ? spot.top - 8 : Math.min(spot.bottom + 8, window.innerHeight - 52),
      }}
      className={`animate-rise fixed z-40 -translate-x-1/2 ${above ? '-translate-y-full' : ''} flex items-center rounded-control border border-line bg-raised text-[13px] font-medium whitespace-nowrap text-ink shadow-mid`}
    >
      <button type="button" onClick={onSave} className={BUTTON}>
        <Highlighter aria-hidden size={15} />
        {texts.saveClip}
      </button>
      {onMoment && (
        <button
          type="button"
          onClick={onMoment}
          title={texts.saveMomentHint}
          className={`${BUTTON} border-l border-line`}
        >
          <Timer aria-hidden size={15} />
          {texts.saveMoment}
        </button>
      )}
      {onAsk && (
        <button type="button" onClick={onAsk} className={`${BUTTON} border-l border-line`}>
          <Sparkles aria-hidden size={15} />
          {clipActionTexts.askAi}
        </button>
      )}
    </div>,
    document.body,
  );
}
