import { expect, it, vi } from 'vitest';
import { findByRole, pageText, queryByRole, render, settle } from '#ui/testing/screen.tsx';
import { UpdateNotice } from './update-notice.tsx';

const page = (entry: string) =>
  `<html><script src="/theme.js"></script><script type="module" src="/assets/${entry}.js"></script></html>`;
const serve = (answer: () => Response | Error) => {
  const usual = fetch;
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    if (asked[0] !== '/') return usual(...asked);
    const it = answer();
    if (it instanceof Error) throw it;
    return it;
  });
};
const failToLoad = async () => {
  dispatchEvent(new Event('vite:preloadError'));
  await settle();
};

it('asks for a reload when a part is missing after an upgrade of the server', async () => {
  const script = document.head.appendChild(document.createElement('script'));
  Object.assign(script, { type: 'module' });
  script.setAttribute('src', '/assets/old.js');
  await render(<UpdateNotice />);
  serve(() => new TypeError('offline'));
  await failToLoad();
  serve(() => new Response(page('old')));
  await failToLoad();
  expect(queryByRole('alert')).toBeUndefined();
  serve(() => new Response(page('new')));
  await failToLoad();
  await findByRole('alert');
  expect(pageText()).toContain('Gloss was updated. Reload to continue.');
  script.remove();
  vi.unstubAllGlobals();
});
