import { clsx } from 'clsx';
import { LibraryBig, Newspaper, NotebookText, Search } from 'lucide-react';
import { Link, NavLink, Outlet } from 'react-router';
import { useIsReachable } from '#ui/client/reachability.ts';
import { AccountMenu, ThemeSwitch } from '#ui/features/account/index.ts';
import { SKIP_LINK } from '#ui/kit/skip-link.ts';
import { Logo } from '#ui/kit/logo.tsx';
import { openPalette, paletteKey } from '#ui/kit/palette.ts';
import { screenNames } from '#ui/kit/texts/screens.ts';
import { frameTexts as texts } from './texts.ts';

const PLACES = [
  { to: '/', label: screenNames.threads, Icon: NotebookText },
  { to: '/search', label: screenNames.search, Icon: Search },
  { to: '/library', label: screenNames.library, Icon: LibraryBig },
  { to: '/posts', label: screenNames.posts, Icon: Newspaper },
] as const;

/** The frame of every screen except the workspace. */
export function Shell() {
  const isReachable = useIsReachable();
  return (
    <>
      <a href="#main" className={SKIP_LINK}>
        {texts.skip}
      </a>
      <header className="sticky top-0 z-30 border-b border-line bg-paper">
        <div className="mx-auto flex h-14 max-w-6xl items-center gap-1 px-3 sm:gap-2 sm:px-6">
          <Link
            to="/"
            className="mr-2 flex min-h-target items-center gap-2.5 rounded-control pr-1 text-[1.0625rem] font-semibold tracking-tight sm:mr-5"
          >
            <Logo />
            <span className="max-[26rem]:sr-only">{texts.name}</span>
          </Link>
          <nav aria-label={texts.main} className="flex gap-0.5">
            {PLACES.map(({ to, label, Icon }) => (
              <NavLink
                key={to}
                to={to}
                end
                className={({ isActive }) =>
                  clsx(
                    'flex min-h-target min-w-target items-center justify-center gap-2 rounded-control px-3 text-sm font-medium transition-colors duration-(--quick)',
                    isActive ? 'bg-hover text-ink' : 'text-ink-soft hover:bg-hover hover:text-ink',
                  )
                }
              >
                <Icon size={17} strokeWidth={1.9} aria-hidden className="sm:hidden" />
                <span className="max-sm:sr-only">{label}</span>
              </NavLink>
            ))}
          </nav>
          <span className="flex-1" />
          <button
            type="button"
            aria-haspopup="dialog"
            data-tooltip={texts.jump}
            data-shortcut="palette"
            onClick={openPalette}
            className="flex min-h-target items-center gap-2 rounded-control border border-line bg-surface px-2.5 text-[0.8125rem] text-ink-faint transition-colors duration-(--quick) hover:border-line-strong hover:text-ink max-sm:hidden"
          >
            <Search size={15} aria-hidden />
            <span>{texts.jump}</span>
            <kbd
              aria-hidden
              className="rounded-chip bg-sunken px-1.5 py-0.5 font-sans text-[0.6875rem]"
            >
              {paletteKey()}
            </kbd>
          </button>
          <ThemeSwitch />
          <AccountMenu />
        </div>
      </header>
      {!isReachable && (
        <p
          role="status"
          className="border-b border-line bg-warn-soft px-4 py-2 text-center text-sm text-warn"
        >
          {texts.offline}
        </p>
      )}
      <main id="main" className="mx-auto w-full max-w-6xl px-4 pt-8 pb-20 sm:px-6 sm:pt-10">
        <Outlet />
      </main>
    </>
  );
}

/** Shown before the code of a screen has loaded. */
export function ShellSkeleton() {
  return (
    <div aria-busy="true">
      <div className="h-14 border-b border-line" />
      <div className="mx-auto max-w-6xl px-6 pt-10">
        <div className="skeleton h-9 w-48" />
      </div>
    </div>
  );
}
