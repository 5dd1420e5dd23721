/**
 * Whether the server still serves this page's build. An upgrade deletes the previous build's files,
 * so parts that are loaded later would be missing.
 */
const ENTRY = 'script[type="module"][src]';

const entryOf = (page: Document): string | null =>
  page.querySelector(ENTRY)?.getAttribute('src') ?? null;

async function isReplaced(): Promise<boolean> {
  try {
    const response = await fetch('/', { cache: 'no-store', credentials: 'same-origin' });
    if (!response.ok) return false;
    const served = entryOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
    return served !== null && served !== entryOf(document);
  } catch (error) {
    console.debug('The served build is not known.', error);
    return false;
  }
}

/**
 * Calls `replaced` when a part of the page failed to load and the server serves another build.
 * Returns a function that stops listening.
 */
export function onReplacedBuild(replaced: () => void): () => void {
  const look = () => {
    void isReplaced().then((it) => {
      if (it) replaced();
    });
  };
  addEventListener('vite:preloadError', look);
  return () => removeEventListener('vite:preloadError', look);
}
