import { afterEach, expect, it, vi } from 'vitest';
import { isDesktop } from './media-queries.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('is wide or narrow like its window, and unchanged while printing', () => {
  const seen = (width: number, isPaper = false): boolean => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === 'print' ? isPaper : width >= 1024,
    }));
    return isDesktop();
  };
  expect([seen(1440), seen(816, true), seen(816), seen(1440, true), seen(1440)]).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
});
