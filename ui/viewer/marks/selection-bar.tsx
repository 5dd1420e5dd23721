import { Copy, Highlighter, Sparkles, Underline } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { clipActionTexts } from '#ui/kit/texts/clips.ts';
import { markTexts as texts } from './texts.ts';
import { toast } from '../../kit/toast.ts';
import { ToolButton } from '../tool-button.tsx';
import { CLIP_COLORS } from '#ui/kit/clip-colors.tsx';
import type { SelectionSpot } from './save-clip-button.tsx';

export interface MarkStyle {
  color: string;
  underline: boolean;
}

const EDGE = 8;

/**
 * Floats over the selected words: takes them in a colour, underlines or copies them. It never takes
 * the selection away by being pressed.
 */
export function SelectionBar({
  spot,
  text,
  color,
  onMark,
  onAsk,
}: {
  spot: SelectionSpot;
  text: string;
  /** the colour that was used last */
  color: string;
  /** undefined for people who may only view */
  onMark: ((style: MarkStyle) => void) | undefined;
  /** undefined for people who may not ask here */
  onAsk?: (() => void) | undefined;
}) {
  const bar = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    setWidth(bar.current?.offsetWidth ?? 0);
  }, []);
  // On touch screens, the system's menu and handles are above and at the end of the selection.
  const above = spot.top > 64 && !window.matchMedia('(pointer: coarse)').matches;
  const left = Math.min(
    Math.max(spot.x - width / 2, EDGE),
    Math.max(EDGE, window.innerWidth - width - EDGE),
  );
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => toast.success(texts.copied),
      (problem: unknown) => {
        console.error(problem);
        toast.error(texts.notCopied);
      },
    );
  };
  return createPortal(
    <div
      ref={bar}
      role="toolbar"
      aria-label={texts.selectedWords}
      onPointerDown={(event) => event.preventDefault()}
      style={{
        left,
        top: above ? spot.top - 8 : Math.min(spot.bottom + 12, window.innerHeight - 60),
      }}
      className={`animate-rise fixed z-40 ${above ? '-translate-y-full' : ''} flex max-w-[calc(100vw-16px)] flex-wrap max-sm:w-76 items-center gap-0.5 rounded-card border border-line bg-raised p-1 shadow-mid`}
    >
      {onMark && (
        <>
          <button
            type="button"
            onClick={() => onMark({ color, underline: false })}
            title={texts.saveClipHint}
            className="inline-flex min-h-target items-center gap-1.5 rounded-control px-2.5 text-[13px] font-medium whitespace-nowrap text-ink hover:bg-hover"
          >
            <Highlighter aria-hidden size={15} />
            {texts.saveClip}
          </button>
          <div
            role="group"
            aria-label={texts.highlight}
            className="flex border-x border-line px-0.5 max-sm:order-first max-sm:w-full max-sm:justify-between max-sm:border-x-0 max-sm:border-b max-sm:pb-1"
          >
            {CLIP_COLORS.map((it) => (
              <button
                key={it.color}
                type="button"
                aria-label={texts.highlightIn(it.name)}
                title={texts.highlightIn(it.name)}
                onClick={() => onMark({ color: it.color, underline: false })}
                className="grid size-8 place-items-center rounded-full hover:bg-hover pointer-coarse:size-11"
              >
                <span className="size-4.5 rounded-full" style={{ backgroundColor: it.color }} />
              </button>
            ))}
          </div>
          <ToolButton
            icon={Underline}
            label={texts.underline}
            hint="U"
            onClick={() => onMark({ color, underline: true })}
          />
        </>
      )}
      {onAsk && <ToolButton icon={Sparkles} label={clipActionTexts.askAi} onClick={onAsk} />}
      <ToolButton icon={Copy} label={texts.copy} hint="Ctrl C" onClick={copy} />
    </div>,
    document.body,
  );
}
