import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { makeQueryClient } from './queries.ts';

afterEach(() => onlineManager.setOnline(true));

it('sends requests without a network connection, and reports failed changes at once', async () => {
  onlineManager.setOnline(false);
  const client = makeQueryClient();
  expect(await client.fetchQuery({ queryKey: ['near'], queryFn: () => 'here' })).toBe('here');
  const change = client
    .getMutationCache()
    .build(client, { mutationFn: () => Promise.reject(new Error('network error')) });
  await expect(change.execute(undefined)).rejects.toThrow('network error');
});
