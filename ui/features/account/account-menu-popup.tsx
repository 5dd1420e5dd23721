import {
  LibraryBig,
  LogOut,
  Moon,
  Newspaper,
  NotebookText,
  Search,
  Settings,
  Sun,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import { beginSignOut } from '#ui/client/sign-out.ts';
import { useMe } from '#ui/client/queries.ts';
import type { PopupProps } from '#ui/kit/popup.tsx';
import { setTheme, useIsDark } from '#ui/kit/theme.ts';
import { Menu, MenuItem, MenuLine } from '#ui/kit/menu.tsx';
import { screenNames } from '#ui/kit/texts/screens.ts';
import { menuTexts as texts } from './texts/account.ts';
import { SignOutScreen } from './sign-out-screen.tsx';

const PLACES = [
  { to: '/', label: screenNames.threads, Icon: NotebookText },
  { to: '/search', label: screenNames.search, Icon: Search },
  { to: '/library', label: screenNames.library, Icon: LibraryBig },
  { to: '/posts', label: screenNames.posts, Icon: Newspaper },
] as const;

export function AccountMenuPopup({ trigger, defaultOpen }: PopupProps) {
  const { data: me } = useMe();
  const dark = useIsDark();
  const go = useNavigate();
  const name = me?.user.name || me?.user.email || texts.you;
  return (
    <Menu trigger={trigger} defaultOpen={defaultOpen}>
      <div className="px-2.5 pt-1.5 pb-1">
        <p className="max-w-56 truncate text-sm font-medium">{name}</p>
        {me && me.user.email !== name && (
          <p className="max-w-56 truncate text-xs text-ink-soft">{me.user.email}</p>
        )}
      </div>
      <MenuLine />
      {PLACES.map(({ to, label, Icon }) => (
        <MenuItem key={to} onSelect={() => void go(to)}>
          <Icon size={16} aria-hidden className="text-ink-faint" />
          {label}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem className="sm:hidden" onSelect={() => setTheme(dark ? 'light' : 'dark')}>
        {dark ? (
          <Sun size={16} aria-hidden className="text-ink-faint" />
        ) : (
          <Moon size={16} aria-hidden className="text-ink-faint" />
        )}
        {dark ? texts.toLight : texts.toDark}
      </MenuItem>
      <MenuItem onSelect={() => void go('/settings')}>
        <Settings size={16} aria-hidden className="text-ink-faint" />
        {texts.settings}
      </MenuItem>
      <MenuItem onSelect={() => beginSignOut({ show: SignOutScreen, everywhere: false })}>
        <LogOut size={16} aria-hidden className="text-ink-faint" />
        {texts.signOut}
      </MenuItem>
    </Menu>
  );
}
