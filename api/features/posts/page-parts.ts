/**
 * Frames of pages, lists and feeds. Loaded for the first reader, because many servers publish
 * nothing.
 */
export const pageParts = () => import('./page/index.ts');
