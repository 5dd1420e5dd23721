import { clsx } from 'clsx';
import { Check as Tick, Minus } from 'lucide-react';
import { useEffect, useRef, type MouseEvent } from 'react';

interface CheckProps {
  label: string;
  checked: boolean;
  /** some, but not all, items are selected */
  some?: boolean;
  /** also with the keyboard; gets the modifier keys */
  onPress: (event: MouseEvent) => void;
}

/** A checkbox with a target large enough for fingers, though it looks smaller. */
export function Checkbox({ label, checked, some = false, onPress }: CheckProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  const on = checked || some;
  return (
    // Clicking with Shift would select text.
    <label
      className="relative grid size-target shrink-0 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-(--focus)"
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault();
      }}
    >
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={() => undefined}
        onClick={onPress}
        className="absolute inset-0 cursor-pointer appearance-none outline-none"
      />
      <span
        aria-hidden
        className={clsx(
          'pointer-events-none grid size-[1.125rem] place-items-center rounded-chip border',
          on ? 'border-accent bg-accent text-on-accent' : 'border-line-field bg-surface',
        )}
      >
        {some ? <Minus size={13} strokeWidth={3} /> : checked && <Tick size={13} strokeWidth={3} />}
      </span>
    </label>
  );
}
