/** Filter fields: a select or a date. */
import { ChevronDown } from 'lucide-react';
import { useId, type ReactNode } from 'react';

const FIELD =
  'min-h-10 w-full rounded-control border border-line-field bg-surface text-sm pointer-coarse:min-h-11';

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-xs font-medium text-ink-soft">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  /** label of the empty option; without it one is always selected */
  none?: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** The browser's own select. Keeps a selected value that is missing from the options. */
export function Choice({ label, none, value, options, onChange }: ChoiceProps) {
  const shown =
    value === '' || options.some((it) => it.value === value)
      ? options
      : [...options, { value, label: value }];
  return (
    <Field label={label}>
      {(id) => (
        <span className="relative block">
          <select
            id={id}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={`${FIELD} cursor-pointer appearance-none truncate pr-8 pl-3 [&>option]:bg-raised [&>option]:text-ink`}
          >
            {none !== undefined && <option value="">{none}</option>}
            {shown.map((it) => (
              <option key={it.value} value={it.value}>
                {it.label}
              </option>
            ))}
          </select>
          <ChevronDown
            size={15}
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-faint"
          />
        </span>
      )}
    </Field>
  );
}

export function Day({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          type="date"
          value={value}
          min={min}
          max={max}
          onChange={(event) => onChange(event.target.value)}
          className={`${FIELD} px-3`}
        />
      )}
    </Field>
  );
}
