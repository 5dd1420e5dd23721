import { intervalText } from '#ui/kit/texts/interval.ts';
import { followTexts as texts } from './texts.ts';

const USUAL = ['PT1H', 'PT6H', 'P1D', 'P1W'] as const;

/** Common intervals, and the current one. `value` is an ISO 8601 duration. */
export function IntervalSelect({
  id,
  label,
  value,
  onChange,
  isSmall = false,
}: {
  id?: string;
  /** its accessible name, where no visible label names it */
  label?: string;
  value: string;
  onChange: (value: string) => void;
  isSmall?: boolean;
}) {
  return (
    <select
      id={id}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`rounded-control border border-line-field bg-surface px-2 [&>option]:bg-raised [&>option]:text-ink ${isSmall ? 'min-h-target text-sm' : 'h-11 w-full text-[0.9375rem]'}`}
    >
      {USUAL.map((it) => (
        <option key={it} value={it}>
          {texts.intervals[it]}
        </option>
      ))}
      {!USUAL.some((it) => it === value) && <option value={value}>{intervalText(value)}</option>}
    </select>
  );
}
