import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

interface Tab<V extends string> {
  value: V;
  label: ReactNode;
  panel: ReactNode;
}
interface TabsProps<V extends string> {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
  /** called when a tab is hovered */
  onNear: (value: V) => void;
  /** at the end of their row */
  end?: ReactNode;
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Every panel stays mounted and keeps its state. */
export function Tabs<V extends string>({
  label,
  tabs,
  value,
  onChange,
  onNear,
  end,
}: TabsProps<V>) {
  const id = useId();
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const step = (event: KeyboardEvent) => {
    const to =
      STEPS[event.key]?.(
        tabs.findIndex((it) => it.value === value),
        tabs.length,
      ) ?? -1;
    const next = tabs[to];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    buttons.current[to]?.focus();
  };
  return (
    <div className="flex h-full flex-col">
      <div className="flex h-[calc(var(--target)+4px)] shrink-0 items-stretch border-b border-line pr-1.5 pl-3">
        <div
          role="tablist"
          aria-label={label}
          onKeyDown={step}
          className="flex shrink-0 items-stretch gap-1"
        >
          {tabs.map((it, at) => (
            <button
              key={it.value}
              ref={(button) => {
                buttons.current[at] = button;
              }}
              type="button"
              role="tab"
              id={`${id}-tab-${it.value}`}
              aria-controls={`${id}-${it.value}`}
              aria-selected={it.value === value}
              tabIndex={it.value === value ? 0 : -1}
              onPointerEnter={() => onNear(it.value)}
              onClick={() => onChange(it.value)}
              className="-mb-px flex items-center gap-1.5 border-b-2 border-transparent px-2 -outline-offset-4 text-[0.8125rem] font-medium text-ink-soft hover:text-ink aria-selected:border-accent aria-selected:text-ink"
            >
              {it.label}
            </button>
          ))}
        </div>
        {end}
      </div>
      {tabs.map((it) => (
        <div
          key={it.value}
          role="tabpanel"
          id={`${id}-${it.value}`}
          aria-labelledby={`${id}-tab-${it.value}`}
          tabIndex={-1}
          hidden={it.value !== value}
          className="min-h-0 flex-1 outline-none"
        >
          {it.panel}
        </div>
      ))}
    </div>
  );
}
