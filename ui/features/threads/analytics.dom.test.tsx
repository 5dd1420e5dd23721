import { expect, it } from 'vitest';
import { id, me, thread, webSource } from '#ui/testing/examples.ts';
import { findByRole, getByRole } from '#ui/testing/screen.tsx';
import { press, type } from '#ui/testing/user.ts';
import { openWorkspace } from './testing/workspace.tsx';

const example = thread(1, {
  thread_source_data: [
    webSource(10, { fileUrl: '/content/web-10', readModFileUrl: '/content/reader-10' }),
  ],
});
const ask = async (events: boolean) => {
  const viewer = me({ features: { notes_generation: true, events } });
  const { server } = await openWorkspace(example, {
    viewer,
    script: { 'POST analytics': () => ({ recorded: true }) },
  });
  const field = getByRole('textbox', 'Ask a question');
  await type(field, 'How long?');
  await press('Enter', { on: field });
  await findByRole('article', /How long/);
  return server.of('POST analytics').map((it) => it.body);
};

it('records that a question was asked, but not its text', async () => {
  expect(await ask(true)).toEqual([{ name: 'ask_ai_click', thread_id: id(1), about: 'thread' }]);
});

it('sends nothing if the server records nothing', async () => {
  expect(await ask(false)).toEqual([]);
});
