/**
 * What signing out shows. It is no part of the first load, and is there before anybody presses: a
 * page that mounts its button brings it.
 */
export const preloadSignOut = () => import('./sign-out-screen.tsx');
