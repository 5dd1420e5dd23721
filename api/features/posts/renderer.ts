/** Loaded when the first reader comes: a server that publishes nothing needs none of it. */
export const renderer = () => import('./render/index.ts');
