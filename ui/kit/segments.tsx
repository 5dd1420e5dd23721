import { ToggleGroup } from 'radix-ui';

/** One of a few, side by side. */
export function Segments({ label, options, value, onChange }: { label: string; options: readonly { value: string; label: string }[]; value: string; onChange: (value: string) => void }) {
  const ANY = 'any';
  return (
    <ToggleGroup.Root type="single" aria-label={label} value={value || ANY} onValueChange={(next) => { if (next) onChange(next === ANY ? '' : next); }} className="inline-flex gap-0.5 rounded-control bg-sunken p-1">
      {options.map((it) => (
        <ToggleGroup.Item key={it.value} value={it.value || ANY} className="min-h-target rounded-[6px] px-3 text-[0.8125rem] whitespace-nowrap font-medium text-ink-soft hover:text-ink data-[state=on]:bg-raised data-[state=on]:text-ink data-[state=on]:shadow-low">{it.label}</ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
