import { Command } from 'cmdk';
import { Check, ChevronsUpDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useMemo, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { floatClass, rowClass } from '#ui/kit/floating-list.ts';
import { profileTexts as texts } from './texts/settings.ts';
import { FIELD } from './settings-card.tsx';
import { useChangeMe } from './use-change-me.ts';
import { allZones, findZones } from './time-zones.ts';

const SHOWN = 60;
const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
const timeIn = (zone: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang || 'en', {
    timeZone: zone,
    timeStyle: 'short',
  }).format(new Date());

export function TimeZone({ zone }: { zone: string }) {
  const change = useChangeMe();
  const [open, setOpen] = useState(false);
  const device = browserTimeZone();
  const choose = (timezone: string) => {
    setOpen(false);
    if (timezone !== zone) change.mutate({ timezone });
  };
  return (
    <>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <button
            type="button"
            role="combobox"
            aria-expanded={open}
            aria-label={texts.zone}
            className={`${FIELD} flex items-center gap-2 text-left`}
          >
            <span className="min-w-0 flex-1 truncate">{zone.replaceAll('_', ' ')}</span>
            <ChevronsUpDown size={15} aria-hidden className="shrink-0 text-ink-faint" />
          </button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="start"
            sideOffset={4}
            collisionPadding={8}
            aria-label={texts.zone}
            className={floatClass('w-(--radix-popover-trigger-width) overflow-hidden p-0!')}
          >
            <Zones zone={zone} onChoose={choose} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <div className="mt-2 flex min-h-target flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-ink-soft">
        <p className="flex-1 tabular-nums">{texts.zoneNow(timeIn(zone))}</p>
        {device !== zone && (
          <Button
            look="quiet"
            className="-mr-3 text-[0.8125rem]!"
            disabled={change.isPending}
            onClick={() => choose(device)}
          >
            {texts.zoneHere(device.replaceAll('_', ' '))}
          </Button>
        )}
      </div>
    </>
  );
}

function Zones({ zone, onChoose }: { zone: string; onChoose: (zone: string) => void }) {
  const [text, setText] = useState('');
  const all = useMemo(allZones, []);
  const found = useMemo(() => findZones(all, text, new Date(), SHOWN), [all, text]);
  return (
    <Command label={texts.zoneFind} shouldFilter={false} loop>
      <Command.Input
        autoFocus
        value={text}
        onValueChange={setText}
        placeholder={texts.zoneFind}
        className="h-11 w-full border-b border-line bg-transparent px-3 text-sm outline-none placeholder:text-ink-faint"
      />
      <Command.List label={texts.zone} className="max-h-72 overflow-y-auto p-1">
        <Command.Empty className="px-3 py-6 text-center text-sm text-ink-soft">
          {texts.zoneNone}
        </Command.Empty>
        {found.map((it) => (
          <Command.Item
            key={it.id}
            value={it.id}
            onSelect={() => onChoose(it.id)}
            className={rowClass('hover:bg-transparent data-[selected=true]:bg-pressed')}
          >
            <Check
              size={15}
              aria-hidden
              className={it.id === zone ? 'shrink-0 text-accent' : 'invisible shrink-0'}
            />
            <span className="min-w-0 flex-1 truncate">{it.name}</span>
            <span className="shrink-0 text-xs text-ink-soft tabular-nums">{it.offset}</span>
          </Command.Item>
        ))}
        {found.length === SHOWN && (
          <p className="px-3 py-2 text-xs text-ink-soft">{texts.zoneMore}</p>
        )}
      </Command.List>
    </Command>
  );
}
