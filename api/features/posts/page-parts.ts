/**
 * The frames of pages, lists and feeds. Loaded when the first reader comes: a server that publishes
 * nothing needs none of it.
 */
export const pageParts = () => import('./page/index.ts');
