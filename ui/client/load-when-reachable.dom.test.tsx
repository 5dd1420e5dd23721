import { expect, it, vi } from 'vitest';
import { serveApi } from '#ui/testing/api-stand-in.ts';
import { loadWhenReachable } from './load-when-reachable.ts';

it('loads again once the server responds, and says meanwhile that it is unreachable', async () => {
  serveApi({ 'GET ready': () => Promise.reject(new TypeError('offline')) });
  const load = vi.fn(async () => Promise.reject<string>(new TypeError('Failed to fetch')));
  const onAway = vi.fn();
  const loaded = loadWhenReachable(load, onAway);
  await vi.waitFor(() => expect(onAway).toHaveBeenLastCalledWith(true));
  load.mockResolvedValue('The viewer');
  serveApi({ 'GET ready': () => ({ ready: true }) });
  await expect(loaded).resolves.toBe('The viewer');
  expect(onAway).toHaveBeenLastCalledWith(false);
});

it('tries once more and then fails if the server responds', async () => {
  serveApi({ 'GET ready': () => ({ ready: true }) });
  const load = vi.fn(async () => Promise.reject(new TypeError('No such file')));
  const onAway = vi.fn();
  await expect(loadWhenReachable(load, onAway)).rejects.toThrow('No such file');
  expect(load).toHaveBeenCalledTimes(2);
  expect(onAway).not.toHaveBeenCalledWith(true);
});
