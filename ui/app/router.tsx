import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { isOfAccount } from '#ui/features/account/index.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFound } from './not-found.tsx';
import { PaletteHost } from './palette-host.tsx';
import { ROUTES } from './screens.tsx';
import { Shell, ShellSkeleton } from './shell.tsx';

const routes = (framed: boolean) =>
  ROUTES.filter((it) => it.framed === framed).map(({ path, Screen }) => (
    <Route key={path} path={path} element={<Screen />} />
  ));

export function Router() {
  const { key, pathname } = useLocation();
  return (
    <ErrorBoundary at={key}>
      <Suspense fallback={<ShellSkeleton />}>
        <Routes>
          <Route element={<Shell />}>
            {routes(true)}
            <Route path="*" element={<NotFound />} />
          </Route>
          {routes(false)}
        </Routes>
        {!isOfAccount(pathname) && <PaletteHost />}
      </Suspense>
    </ErrorBoundary>
  );
}
