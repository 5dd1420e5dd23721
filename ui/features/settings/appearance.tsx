import { useReducedMotion } from '#ui/kit/media-queries.ts';
import { ReadingFields } from '#ui/kit/reading-fields.tsx';
import { themeTexts } from '#ui/kit/texts/reading.ts';
import { ThemeField } from '#ui/kit/theme-field.tsx';
import { appearanceTexts as texts } from './texts/settings.ts';
import { SettingsCard } from './settings-card.tsx';

export const Appearance = () => (
  <>
    <SettingsCard title={themeTexts.theme} text={texts.here}>
      <ThemeField />
    </SettingsCard>
    <SettingsCard title={texts.reading}>
      <ReadingFields />
    </SettingsCard>
    <SettingsCard
      title={texts.motion}
      text={useReducedMotion() ? texts.motionCalm : texts.motionUsual}
    />
  </>
);
