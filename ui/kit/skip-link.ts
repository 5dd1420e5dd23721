/** Classes of a link that only shows while it is focused. */
export const SKIP_LINK =
  'sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-80 focus:rounded-control ' +
  'focus:bg-raised focus:px-3 focus:py-2';
