import { useCalmMotion } from '#ui/kit/media.ts';
import { Segments } from '#ui/kit/segments.tsx';
import { setTheme, useTheme, type Theme } from '#ui/kit/theme.ts';
import { appearanceTexts as texts } from './texts/settings.ts';
import { SettingsCard } from './settings-card.tsx';

const THEMES: readonly { value: Theme; label: string }[] = (
  ['system', 'light', 'dark'] as const
).map((value) => ({ value, label: texts.themes[value] }));

export function Appearance() {
  const theme = useTheme();
  return (
    <>
      <SettingsCard title={texts.theme} text={texts.here}>
        <Segments
          label={texts.theme}
          options={THEMES}
          value={theme}
          onChange={(next) => setTheme(THEMES.find((it) => it.value === next)?.value ?? 'system')}
        />
      </SettingsCard>
      <SettingsCard
        title={texts.motion}
        text={useCalmMotion() ? texts.motionCalm : texts.motionUsual}
      />
    </>
  );
}
