import { Layers } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { numberText } from '#ui/kit/format.ts';
import { panelTexts as texts } from './texts/panel.ts';
import { kindIcon } from './kind-icons.ts';
import type { KindTab } from './use-source-filter.ts';

/** A tab for each kind of source, with their number. */
export function PanelTabs({ tabs }: { tabs: readonly KindTab[] }) {
  return (
    <Tabs.List
      className="mb-1 flex shrink-0 flex-wrap gap-0.5 rounded-control bg-sunken p-1 @xs:-mx-1 @xs:gap-1"
      aria-label={texts.kinds}
    >
      {tabs.map(({ kind, label, count }) => {
        const Icon = kind === 'all' ? Layers : kindIcon(kind);
        return (
          <Tabs.Trigger
            key={kind}
            value={kind}
            data-tooltip={label}
            className="flex min-h-target flex-auto items-center justify-center gap-1.5 rounded-[6px] px-1 text-xs font-medium text-ink-soft hover:text-ink @max-xs:min-h-7 @max-xs:gap-1 @xs:px-2 @xs:text-[0.8125rem] data-[state=active]:bg-raised data-[state=active]:text-ink data-[state=active]:shadow-low"
          >
            <Icon size={16} aria-hidden className="lg:hidden" />
            <span className="max-lg:sr-only">{label}</span>{' '}
            <span className="text-ink-faint tabular-nums">{numberText(count)}</span>
          </Tabs.Trigger>
        );
      })}
    </Tabs.List>
  );
}
