import { clsx } from 'clsx';
import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import { rowClass } from '#ui/kit/floating-list.ts';
import { isMac } from '#ui/kit/palette.ts';
import { keyName } from '#ui/kit/shortcuts.ts';

/** Props of an icon in a row. */
export const ICON = { size: 17, strokeWidth: 1.8, 'aria-hidden': true } as const;

export function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={name}
      className="px-1.5 pb-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-faint"
    >
      {children}
    </Command.Group>
  );
}

interface RowProps {
  value: string;
  icon: ReactNode;
  onSelect: () => void;
  children: ReactNode;
  /** second line */
  text?: ReactNode;
  /** at the end of the line */
  label?: string | undefined;
  /** of its shortcut */
  keys?: readonly string[];
}

export function Row({ value, icon, onSelect, children, text, label, keys = [] }: RowProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className={clsx(
        rowClass(
          'min-h-10 scroll-my-2 hover:bg-transparent data-[selected=true]:bg-pressed pointer-coarse:min-h-11',
        ),
        text !== undefined && 'items-start! py-2',
      )}
    >
      <span className={clsx('shrink-0 text-ink-faint', text !== undefined && 'mt-0.5')}>
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="truncate">
            {children}
          </span>
          {label && (
            <span className="ml-auto shrink-0 text-xs text-ink-faint tabular-nums">{label}</span>
          )}
          {keys.length > 0 && (
            <span className="ml-auto flex shrink-0 gap-1 pointer-coarse:hidden">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-5.5 rounded-chip border border-line-strong bg-sunken px-1.5 text-center font-sans text-xs text-ink-soft"
                >
                  {keyName(key, isMac())}
                </kbd>
              ))}
            </span>
          )}
        </span>
        {text !== undefined && (
          <span
            dir="auto"
            className="mt-0.5 line-clamp-2 font-serif text-[0.875rem] leading-snug text-ink-soft wrap-anywhere"
          >
            {text}
          </span>
        )}
      </span>
    </Command.Item>
  );
}
