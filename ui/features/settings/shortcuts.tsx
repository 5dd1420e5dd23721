import { useSyncExternalStore } from 'react';
import { isMac } from '#ui/kit/palette.ts';
import { Segments } from '#ui/kit/segments.tsx';
import { keyName } from '#ui/kit/shortcuts.ts';
import { singleKeys } from '#ui/kit/single-keys.ts';
import { keyTexts as texts } from './texts/keys.ts';
import { SettingsCard } from './settings-card.tsx';

const SINGLE = (['on', 'off'] as const).map((value) => ({
  value,
  label: texts.singleStates[value],
}));

export function Shortcuts() {
  const isOn = useSyncExternalStore(singleKeys.subscribe, singleKeys.read);
  return (
    <>
      <SettingsCard title={texts.single} text={texts.singleText}>
        <Segments
          label={texts.single}
          options={SINGLE}
          value={isOn ? 'on' : 'off'}
          onChange={(next) => singleKeys.write(next === 'on')}
        />
      </SettingsCard>
      <SettingsCard>
        <ShortcutList />
      </SettingsCard>
    </>
  );
}

/** All shortcuts, by area. */
export function ShortcutList() {
  return (
    <div className="columns-1 gap-10 sm:columns-2">
      {texts.groups.map((group) => (
        <section key={group.name} aria-label={group.name} className="mb-5 break-inside-avoid">
          <h3 className="mb-1 text-[0.8125rem] font-semibold text-ink-soft">{group.name}</h3>
          <dl className="text-sm">
            {group.keys.map((it) => (
              <div key={it.does} className="flex min-h-8 items-center justify-between gap-3">
                <dt className="min-w-0">{it.does}</dt>
                <dd className="flex shrink-0 gap-1">
                  {it.keys.map((key) => (
                    <kbd
                      key={key}
                      className="min-w-6 rounded-chip border border-line-strong bg-sunken px-1.5 py-0.5 text-center font-sans text-xs text-ink-soft"
                    >
                      {keyName(key, isMac())}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
