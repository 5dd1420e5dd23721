import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react';
import { MIN_IMAGE_WIDTH } from '#core/editor/blocks/image/block.ts';
import { textBlockTexts } from '../texts/text-blocks.ts';

const texts = textBlockTexts.image;
const STEP_PX = 10;
const LONG_STEP_PX = 50;

interface ImageWidthProps {
  frame: RefObject<HTMLDivElement | null>;
  width: number;
  onWidth: (width: number) => void;
}

/** The edge that resizes an image; Home and a double click restore its original width. */
export function ImageWidth({ frame, width, onWidth }: ImageWidthProps) {
  const [dragged, setDragged] = useState<{ fromX: number; from: number }>();
  const most = () => frame.current?.parentElement?.clientWidth ?? 4000;
  const now = () => Math.round(frame.current?.clientWidth ?? width);
  const within = (wanted: number) =>
    Math.round(Math.min(most(), Math.max(MIN_IMAGE_WIDTH, wanted)));
  const towards = (event: PointerEvent) =>
    within(
      (dragged?.from ?? 0) +
        (event.clientX - (dragged?.fromX ?? 0)) *
          (getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1),
    );

  const press = (event: KeyboardEvent) => {
    const by = event.shiftKey ? LONG_STEP_PX : STEP_PX;
    const next = {
      ArrowRight: within(now() + by),
      ArrowUp: within(now() + by),
      ArrowLeft: within(now() - by),
      ArrowDown: within(now() - by),
      Home: 0,
      End: within(most()),
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onWidth(next);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={texts.width}
      aria-valuemin={MIN_IMAGE_WIDTH}
      aria-valuemax={4000}
      aria-valuenow={width || MIN_IMAGE_WIDTH}
      aria-valuetext={width === 0 ? texts.original : texts.pixels(width)}
      title={texts.width}
      onKeyDown={press}
      onDoubleClick={() => onWidth(0)}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged({ fromX: event.clientX, from: now() });
      }}
      onPointerMove={(event) => {
        if (dragged && frame.current) frame.current.style.width = `${towards(event)}px`;
      }}
      onPointerUp={(event) => {
        if (dragged && event.clientX !== dragged.fromX) onWidth(towards(event));
        setDragged(undefined);
      }}
      onPointerCancel={() => setDragged(undefined)}
      className="absolute inset-y-0 right-0 grid w-4 cursor-ew-resize touch-none place-items-center rounded-full opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:w-8 pointer-coarse:opacity-100"
    >
      <span className="h-10 max-h-1/2 w-1.5 rounded-full border border-line bg-raised shadow-mid" />
    </div>
  );
}
