import {
  Keyboard,
  LibraryBig,
  Monitor,
  Moon,
  Newspaper,
  NotebookText,
  Plus,
  SearchIcon,
  Settings,
  Sun,
  Trash2,
  Zap,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useNewThread } from '#ui/features/threads/index.ts';
import { openKeys, usePageActions, type PageAction } from '#ui/kit/palette.ts';
import type { Shortcut } from '#ui/kit/shortcuts.ts';
import { actionTexts } from '#ui/kit/texts/actions.ts';
import { setTheme } from '#ui/kit/theme.ts';
import { paletteTexts as texts } from './texts.ts';
import { ICON } from './rows.tsx';

interface Action {
  name: string;
  icon: ReactNode;
  run: () => void;
  shortcut?: Shortcut | undefined;
}

const nameOf = ({ name, shortcut }: PageAction): string =>
  name ?? actionTexts[shortcut as keyof typeof actionTexts];

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
    ...offered.map((action) => ({
      name: nameOf(action),
      shortcut: action.shortcut,
      icon: action.shortcut ? <Zap {...ICON} /> : <Plus {...ICON} />,
      run: () => {
        close(true);
        action.run();
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
    { name: texts.toPosts, icon: <Newspaper {...ICON} />, run: open('/posts') },
    { name: texts.toTrash, icon: <Trash2 {...ICON} />, run: open('/library/trash') },
    { name: texts.toSettings, icon: <Settings {...ICON} />, run: open('/settings') },
    {
      name: actionTexts.shortcuts,
      shortcut: 'shortcuts',
      icon: <Keyboard {...ICON} />,
      run: () => {
        close(true);
        openKeys();
      },
    },
    { name: texts.light, icon: <Sun {...ICON} />, run: theme('light') },
    { name: texts.dark, icon: <Moon {...ICON} />, run: theme('dark') },
    { name: texts.system, icon: <Monitor {...ICON} />, run: theme('system') },
  ];
}
