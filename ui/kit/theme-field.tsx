import { themeTexts as texts } from './texts/reading.ts';
import { Segments } from './segments.tsx';
import { setTheme, useTheme, type Theme } from './theme.ts';

const THEMES: readonly { value: Theme; label: string }[] = (
  ['system', 'light', 'dark'] as const
).map((value) => ({ value, label: texts.themes[value] }));

export function ThemeField() {
  return (
    <Segments
      label={texts.theme}
      options={THEMES}
      value={useTheme()}
      onChange={(next) => setTheme(THEMES.find((it) => it.value === next)?.value ?? 'system')}
    />
  );
}
