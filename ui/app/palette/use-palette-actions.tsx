import {
  LibraryBig,
  Monitor,
  Moon,
  NotebookText,
  Plus,
  SearchIcon,
  Settings,
  Sun,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useNewThread } from '#ui/features/threads/index.ts';
import { usePageActions } from '#ui/kit/palette.ts';
import { setTheme } from '#ui/kit/theme.ts';
import { paletteTexts as texts } from './texts.ts';
import { ICON } from './rows.tsx';

interface Action {
  name: string;
  icon: ReactNode;
  run: () => void;
}

/**
 * The actions in the palette: those of the page, then general ones. `close(true)` means that the
 * focus goes elsewhere.
 */
export function usePaletteActions(
  close: (away: boolean) => void,
  open: (to: string) => () => void,
): Action[] {
  const create = useNewThread();
  const offered = usePageActions();
  const theme = (value: Parameters<typeof setTheme>[0]) => () => {
    setTheme(value);
    close(false);
  };
  return [
    ...offered.map(({ name, run }) => ({
      name,
      icon: <Plus {...ICON} />,
      run: () => {
        close(true);
        run();
      },
    })),
    {
      name: texts.newThread,
      icon: <Plus {...ICON} />,
      run: () => {
        close(true);
        create.mutate();
      },
    },
    { name: texts.toThreads, icon: <NotebookText {...ICON} />, run: open('/') },
    { name: texts.toLibrary, icon: <LibraryBig {...ICON} />, run: open('/library') },
    { name: texts.toSearch, icon: <SearchIcon {...ICON} />, run: open('/search') },
    { name: texts.toSettings, icon: <Settings {...ICON} />, run: open('/settings') },
    { name: texts.light, icon: <Sun {...ICON} />, run: theme('light') },
    { name: texts.dark, icon: <Moon {...ICON} />, run: theme('dark') },
    { name: texts.system, icon: <Monitor {...ICON} />, run: theme('system') },
  ];
}
