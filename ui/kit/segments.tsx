import { useId } from 'react';

/** A choice of a few options, side by side. */
export function Segments({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex max-w-full gap-0.5 overflow-x-auto rounded-control bg-sunken p-1"
    >
      {options.map((it) => (
        <label
          key={it.value}
          className="relative inline-flex min-h-target shrink-0 items-center rounded-[6px] px-3 text-[0.8125rem] whitespace-nowrap font-medium text-ink-soft hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-low has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)"
        >
          <input
            type="radio"
            name={name}
            checked={it.value === value}
            onChange={() => onChange(it.value)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {it.label}
        </label>
      ))}
    </div>
  );
}
