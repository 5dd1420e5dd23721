import { Popover, Slider } from 'radix-ui';
import { type FormEvent, type ReactElement, useState } from 'react';
import { positionLabel } from '#core/contract/locator.ts';
import { Button } from '#ui/kit/button.tsx';
import { floatClass } from '#ui/kit/floating-list.ts';
import { clipTexts as texts } from '../texts/ai-blocks.ts';
import { clampSpan, parseTime, type Span, sliderWindow } from './clip-time.ts';

const FIELD =
  'min-h-9 w-24 rounded-control border border-line-field bg-surface px-2.5 text-sm tabular-nums pointer-coarse:min-h-11';
const THUMB =
  'block h-6 w-3 rounded-full border border-line-strong bg-raised shadow-low hover:bg-hover pointer-coarse:h-9 pointer-coarse:w-5';

interface ClipRangeProps {
  span: Span;
  /** duration of the source, if known */
  duration: number | undefined;
  color: string;
  trigger: ReactElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSet: (span: Span) => void;
}

/** The time range of a clip, edited with a slider or as text. */
export function ClipRange({
  span,
  duration,
  color,
  trigger,
  open,
  onOpenChange,
  onSet,
}: ClipRangeProps) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Anchor asChild>{trigger}</Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          aria-label={texts.range}
          align="start"
          sideOffset={8}
          collisionPadding={12}
          className={floatClass('w-[min(22rem,calc(100vw-1.5rem))] p-3.5!')}
        >
          <Range
            key={`${span.start}-${span.end}`}
            span={span}
            duration={duration}
            color={color}
            onSet={(next) => {
              onOpenChange(false);
              onSet(next);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Range({
  span,
  duration,
  color,
  onSet,
}: Pick<ClipRangeProps, 'span' | 'duration' | 'color' | 'onSet'>) {
  const [at, setAt] = useState(span);
  const [written, setWritten] = useState({
    start: positionLabel('timed', span.start),
    end: positionLabel('timed', span.end),
  });
  const shown = sliderWindow(span, duration);
  const read = { start: parseTime(written.start), end: parseTime(written.end) };
  const wrong =
    read.start === undefined || read.end === undefined
      ? texts.badTime
      : clampSpan(at, duration)
        ? ''
        : texts.badOrder;
  const slide = ([start = at.start, end = at.end]: number[]) => {
    setAt({ start, end });
    setWritten({ start: positionLabel('timed', start), end: positionLabel('timed', end) });
  };
  const write = (edge: 'start' | 'end', text: string) => {
    setWritten({ ...written, [edge]: text });
    const time = parseTime(text);
    if (time !== undefined) setAt({ ...at, [edge]: time });
  };
  const set = (event: FormEvent) => {
    event.preventDefault();
    const validRange = wrong === '' ? clampSpan(at, duration) : undefined;
    if (validRange) onSet(validRange);
  };
  const field = (edge: 'start' | 'end', label: string) => (
    <label className="flex items-center gap-2 text-[0.8125rem] text-ink-soft">
      {label}
      <input
        value={written[edge]}
        inputMode="numeric"
        onChange={(event) => write(edge, event.target.value)}
        className={FIELD}
      />
    </label>
  );
  return (
    <form onSubmit={set} className="font-sans">
      <Slider.Root
        min={shown.start}
        max={shown.end}
        step={1}
        minStepsBetweenThumbs={1}
        value={[at.start, at.end]}
        onValueChange={slide}
        className="relative flex h-9 touch-none items-center select-none"
      >
        <Slider.Track className="relative h-2 grow rounded-full bg-pressed">
          <Slider.Range
            className="absolute h-full rounded-full"
            style={{ backgroundColor: color }}
          />
        </Slider.Track>
        <Slider.Thumb
          aria-label={texts.startHandle}
          aria-valuetext={positionLabel('timed', at.start)}
          className={THUMB}
        />
        <Slider.Thumb
          aria-label={texts.endHandle}
          aria-valuetext={positionLabel('timed', at.end)}
          className={THUMB}
        />
      </Slider.Root>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        {field('start', texts.start)}
        {field('end', texts.end)}
      </div>
      <div className="mt-3 flex items-center justify-end gap-3">
        {wrong !== '' && (
          <p role="alert" className="flex-1 text-xs text-pretty text-warn">
            {wrong}
          </p>
        )}
        <Button type="submit" look="primary" disabled={wrong !== ''}>
          {texts.set}
        </Button>
      </div>
    </form>
  );
}
