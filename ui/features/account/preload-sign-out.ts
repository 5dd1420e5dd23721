/**
 * Preloads the sign-out screen, which is not in the first load: a page that mounts its button loads
 * it before anyone clicks.
 */
export const preloadSignOut = () => import('./sign-out-screen.tsx');
