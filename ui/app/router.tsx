/** Every route; each screen is a file of its own that comes when it is gone to. */
import { createBrowserRouter, Outlet } from 'react-router';
import { Failed, NotFound } from './not-found.tsx';
import { PaletteHost } from './palette-host.tsx';
import { Shell, ShellSkeleton } from './shell.tsx';

export const router = createBrowserRouter([
  {
    element: <><Outlet /><PaletteHost /></>,
    errorElement: <Failed />,
    hydrateFallbackElement: <ShellSkeleton />,
    children: [
      {
        element: <Shell />,
        children: [
          { index: true, lazy: async () => ({ Component: (await import('#ui/features/threads/threads-page.tsx')).ThreadsPage }) },
          { path: 'search', lazy: async () => ({ Component: (await import('#ui/features/search/search-page.tsx')).SearchPage }) },
          { path: 'library', lazy: async () => ({ Component: (await import('#ui/features/library/library-page.tsx')).LibraryPage }) },
          { path: 'settings', lazy: async () => ({ Component: (await import('#ui/features/settings/settings-page.tsx')).SettingsPage }) },
          { path: '*', element: <NotFound /> },
        ],
      },
      { path: 't/:url', lazy: async () => ({ Component: (await import('#ui/features/threads/workspace-page.tsx')).WorkspacePage }) },
      { path: 'library/:id', lazy: async () => ({ Component: (await import('#ui/features/library/source-page.tsx')).SourcePage }) },
    ],
  },
  { path: 'login', errorElement: <Failed />, hydrateFallbackElement: <ShellSkeleton />, lazy: async () => ({ Component: (await import('#ui/features/account/login-page.tsx')).LoginPage }) },
]);
