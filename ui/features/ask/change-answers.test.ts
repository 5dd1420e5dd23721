import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Answer } from '#core/contract/ask.ts';
import { keys } from '#ui/client/queries.ts';
import { changeAnswers } from './change-answers.ts';

it('keeps a change when an older list arrives after it', async () => {
  const cache = new QueryClient();
  const queryKey = keys.answers('t');
  const docs = ['one', 'two'].map((_id) => ({ _id }) as Answer);
  cache.setQueryData(queryKey, { docs });
  const late = Promise.withResolvers<{ docs: Answer[] }>();
  const asked = cache.fetchQuery({ queryKey, queryFn: () => late.promise });
  await changeAnswers(cache, 't', (all) => all.filter((it) => it._id !== 'one'));
  late.resolve({ docs });
  await asked;
  expect(cache.getQueryData(queryKey)).toEqual({ docs: [{ _id: 'two' }] });
});
