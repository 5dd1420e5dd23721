/**
 * The routes of the app. Each screen is a separate chunk that loads when its route opens or the
 * pointer enters a link to it.
 */
import { lazy, useState, type ComponentType } from 'react';
import { matchPath } from 'react-router';
import { frameTexts } from './texts.ts';

interface Route {
  path: string;
  /** shown inside the frame with the navigation */
  framed: boolean;
  Screen: ComponentType;
  bring: () => Promise<void>;
}

function route(path: string, fetched: () => Promise<ComponentType>, framed = false): Route {
  let loaded: ComponentType | undefined;
  const load = () =>
    fetched().catch((cause: unknown) => {
      throw new Error(frameTexts.notFetched, { cause });
    });
  const bring = async () => {
    loaded ??= await load();
  };
  const Later = lazy(async () => ({ default: await load() }));
  function Screen() {
    // Shows a loaded screen at once, because React keeps the skeleton of a suspended one for a
    // while.
    const [Shown] = useState(() => loaded ?? Later);
    return <Shown />;
  }
  return { path, framed, Screen, bring };
}

export const ROUTES: readonly Route[] = [
  route('/', async () => (await import('./home-screen.tsx')).HomeScreen, true),
  route(
    '/search',
    async () => (await import('#ui/features/search/search-page.tsx')).SearchPage,
    true,
  ),
  route(
    '/library',
    async () => (await import('#ui/features/library/library-page.tsx')).LibraryPage,
    true,
  ),
  route(
    '/posts',
    async () => (await import('#ui/features/publish/posts-page.tsx')).PostsPage,
    true,
  ),
  route(
    '/posts/:id',
    async () => (await import('#ui/features/publish/post-page.tsx')).PostPage,
    true,
  ),
  route(
    '/settings/:section?',
    async () => (await import('#ui/features/settings/settings-page.tsx')).SettingsPage,
    true,
  ),
  route(
    '/t/:url',
    async () => (await import('#ui/features/threads/workspace-page.tsx')).WorkspacePage,
  ),
  route(
    '/library/follows',
    async () => (await import('#ui/features/follows/follows-page.tsx')).FollowsPage,
    true,
  ),
  route(
    '/library/trash',
    async () => (await import('#ui/features/library/trash-page.tsx')).TrashPage,
    true,
  ),
  route(
    '/library/:id',
    async () => (await import('#ui/features/library/source-page.tsx')).SourcePage,
  ),
  route('/login', async () => (await import('#ui/features/account/login-page.tsx')).LoginPage),
  route('/signup', async () => (await import('#ui/features/account/signup-page.tsx')).SignupPage),
  route('/verify', async () => (await import('#ui/features/account/verify-page.tsx')).VerifyPage),
  route('/reset', async () => (await import('#ui/features/account/reset-page.tsx')).ResetPage),
];

/**
 * Resolves when the screen at this path has loaded or failed to; rendering it then reports the
 * error.
 */
export async function preloadScreen(pathname: string): Promise<void> {
  await ROUTES.find((it) => matchPath(it.path, pathname))
    ?.bring()
    .catch((cause: unknown) => console.warn('A screen did not load.', cause));
}

/** Prefetches the screen of a link when the pointer enters it. Call it once. */
export function preloadOnHover(): void {
  const near = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin === location.origin) void preloadScreen(link.pathname);
  };
  for (const event of ['pointerover', 'focusin']) addEventListener(event, near, { passive: true });
}
