import { useId, useState } from 'react';
import { parseInterval } from '#core/text/interval.ts';
import { intervalText, intervalTexts as texts } from './texts/interval.ts';
import { Button } from './button.tsx';
import { readInterval, UNITS, writeInterval, type Unit } from './interval.ts';

const USUAL = ['', 'P1D', 'P1W', 'P1M'] as const;
const OWN = 'own';
const FIELD =
  'min-h-target rounded-control border border-line-field bg-surface px-2 text-sm [&>option]:bg-raised [&>option]:text-ink';

/** Never, a common interval, or a custom one. `value` is an ISO 8601 duration, empty for never. */
export function IntervalPicker({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const read = readInterval(value);
  const [count, setCount] = useState(String(read?.count ?? 3));
  const [unit, setUnit] = useState<Unit>(read?.unit ?? 'day');
  const usual = USUAL.some((it) => it === value);
  const interval = writeInterval({ count: Number(count), unit });
  const ok = /^[1-9]\d{0,3}$/.test(count) && parseInterval(interval) !== undefined;
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <label htmlFor={id} className="flex-1 text-ink-soft">
          {label}
        </label>
        <select
          id={id}
          value={opened ? OWN : value}
          className={FIELD}
          onChange={(event) => {
            setOpened(event.target.value === OWN);
            if (event.target.value !== OWN) onChange(event.target.value);
          }}
        >
          {USUAL.map((it) => (
            <option key={it} value={it}>
              {texts.usual[it]}
            </option>
          ))}
          {!usual && <option value={value}>{intervalText(value)}</option>}
          <option value={OWN}>{texts.custom}</option>
        </select>
      </div>
      {opened && (
        <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
          <input
            type="text"
            inputMode="numeric"
            aria-label={texts.count}
            value={count}
            aria-invalid={!ok}
            onChange={(event) => setCount(event.target.value.trim())}
            className={`${FIELD} w-16 text-right tabular-nums`}
          />
          <select
            aria-label={texts.unit}
            value={unit}
            onChange={(event) => setUnit(UNITS.find((it) => it === event.target.value) ?? 'day')}
            className={FIELD}
          >
            {UNITS.map((it) => (
              <option key={it} value={it}>
                {texts.units[it]}
              </option>
            ))}
          </select>
          <Button
            disabled={!ok}
            onClick={() => {
              setOpened(false);
              onChange(interval);
            }}
          >
            {texts.set}
          </Button>
          {!ok && (
            <p role="alert" className="basis-full text-right text-xs text-warn">
              {texts.outOfRange}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
