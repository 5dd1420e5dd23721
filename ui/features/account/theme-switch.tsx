import { Moon, Sun } from 'lucide-react';
import { IconButton } from '#ui/kit/button.tsx';
import { setTheme, useIsDark } from '#ui/kit/theme.ts';

export function ThemeSwitch() {
  const dark = useIsDark();
  return <IconButton label={dark ? 'Switch to the light theme' : 'Switch to the dark theme'} onClick={() => setTheme(dark ? 'light' : 'dark')}>{dark ? <Sun size={18} /> : <Moon size={18} />}</IconButton>;
}
