/** Controls for typeface, text size, line width and line height. Changes apply immediately. */
import { useId } from 'react';
import { readingTexts as texts } from './texts/reading.ts';
import { Button } from './button.tsx';
import {
  READING_RANGES,
  resetReadingStyle,
  setReadingStyle,
  TYPEFACES,
  USUAL_STYLE,
  useReadingStyle,
} from './reading-style.ts';
import { Segments } from './segments.tsx';

const FACES = TYPEFACES.map((value) => ({ value, label: texts.faces[value] }));
const SLIDERS = [
  { of: 'size', label: texts.size, text: texts.sizeOf },
  { of: 'width', label: texts.width, text: texts.widthOf },
  { of: 'leading', label: texts.leading, text: texts.leadingOf },
] as const;

export function ReadingFields() {
  const style = useReadingStyle();
  const isUsual = JSON.stringify(style) === JSON.stringify(USUAL_STYLE);
  return (
    <div className="grid gap-3.5">
      <Segments
        label={texts.face}
        options={FACES}
        value={style.face}
        onChange={(next) => {
          const face = TYPEFACES.find((it) => it === next);
          if (face) setReadingStyle({ ...style, face });
        }}
      />
      {SLIDERS.map((it) => (
        <Slider
          key={it.of}
          label={it.label}
          text={it.text(style[it.of])}
          range={READING_RANGES[it.of]}
          value={style[it.of]}
          onChange={(value) => setReadingStyle({ ...style, [it.of]: value })}
        />
      ))}
      <div className="flex items-center justify-between gap-3">
        <p className="text-[0.8125rem] text-pretty text-ink-soft">{texts.scope}</p>
        <Button look="quiet" disabled={isUsual} onClick={resetReadingStyle}>
          {texts.reset}
        </Button>
      </div>
    </div>
  );
}

function Slider({
  label,
  text,
  range,
  value,
  onChange,
}: {
  label: string;
  /** the value with its unit */
  text: string;
  range: { min: number; max: number; step: number };
  value: number;
  onChange: (value: number) => void;
}) {
  const id = useId();
  return (
    <div>
      <div className="flex items-baseline justify-between text-[0.8125rem]">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <span aria-hidden className="text-ink-soft tabular-nums">
          {text}
        </span>
      </div>
      <input
        id={id}
        type="range"
        {...range}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-target w-full cursor-pointer accent-(--accent)"
      />
    </div>
  );
}
