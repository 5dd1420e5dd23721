import { Moon, Sun } from 'lucide-react';
import { IconButton } from '#ui/kit/button.tsx';
import { setTheme, useIsDark } from '#ui/kit/theme.ts';
import { menuTexts as texts } from './texts/account.ts';

export function ThemeSwitch() {
  const dark = useIsDark();
  return (
    <IconButton
      label={dark ? texts.toLight : texts.toDark}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    >
      {dark ? <Sun size={18} /> : <Moon size={18} />}
    </IconButton>
  );
}
