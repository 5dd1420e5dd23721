import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { makeQueryClient } from './queries.ts';

afterEach(() => onlineManager.setOnline(true));

it('asks a server that answers without a network, and says at once what could not be changed', async () => {
  onlineManager.setOnline(false);
  const client = makeQueryClient();
  expect(await client.fetchQuery({ queryKey: ['near'], queryFn: () => 'here' })).toBe('here');
  const change = client
    .getMutationCache()
    .build(client, { mutationFn: () => Promise.reject(new Error('network error')) });
  await expect(change.execute(undefined)).rejects.toThrow('network error');
});
