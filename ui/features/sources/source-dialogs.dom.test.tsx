/** The dialogs for removing a source and changing its link. */
import { expect, it, vi } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import { keys, makeQueryClient } from '#ui/client/queries.ts';
import { serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id, thread, webSource } from '#ui/testing/examples.ts';
import { findByRole, findText, getByRole, render } from '#ui/testing/screen.tsx';
import { click, type } from '#ui/testing/user.ts';
import { SourceDialogs, type SourceAction } from './source-dialogs.tsx';
import { editLinkTexts as texts } from './texts/edit-link.ts';
import { panelTexts } from './texts/panel.ts';

const FAILED = { transcript: 0, embedding: 2, webpage_processing: 2 };
const GONE = webSource(11, { status: FAILED, error: { code: 'not_found', message: 'Gone.' } });
const MEMORY = thread(1, { thread_source_data: [webSource(10), GONE] });
const READING = { transcript: 0, embedding: 0, webpage_processing: 1 };

async function asked(kind: SourceAction['kind'], script: Script = {}) {
  const cache = makeQueryClient();
  cache.setQueryData(keys.thread(MEMORY.url), MEMORY);
  const server = serveApi(script);
  const calls = {
    onClose: vi.fn(),
    onRemove: vi.fn(),
    onView: vi.fn(),
    onAdded: vi.fn<(sources: Source[]) => void>(),
  };
  await render(<SourceDialogs action={{ kind, source: GONE }} thread={MEMORY} {...calls} />, {
    cache,
  });
  return { cache, server, ...calls };
}
const save = async (url: string) => {
  const field = getByRole('textbox', texts.field);
  await type(field, url);
  await click(getByRole('button', texts.save));
};
const heldBy = (sourceId: string) => () =>
  Response.json(
    { code: 'conflict', message: '“Otters” has this link already.', details: { sourceId } },
    { status: 409 },
  );

it('removes a source after a confirmation', async () => {
  const { onRemove } = await asked('remove');
  await click(getByRole('button', panelTexts.removeAction));
  expect(onRemove).toHaveBeenCalledWith(GONE);
});

it('changes the link, and shows at once that the source is processed again', async () => {
  const { cache, server, onClose } = await asked('edit-link', {
    'PUT sources/:id/link': () => webSource(11, { status: READING }),
  });
  expect(getByRole('textbox', texts.field)).toHaveProperty('value', GONE.sourceUrl);
  await save(' https://example.org/right ');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.of('PUT sources/:id/link')[0]).toMatchObject({
    path: `sources/${id(11)}/link`,
    body: { url: 'https://example.org/right' },
  });
  expect(cache.getQueryData<typeof MEMORY>(keys.thread(MEMORY.url))).toMatchObject({
    thread_source_data: [{ _id: id(10) }, { _id: id(11), status: READING }],
  });
});

it('opens the source of the thread that already has the link', async () => {
  const { onView } = await asked('edit-link', { 'PUT sources/:id/link': heldBy(id(10)) });
  await save('https://example.org/page-10');
  await findText('“Otters” has this link already.');
  await click(await findByRole('button', texts.open));
  expect(onView).toHaveBeenCalledWith(id(10));
});

it('adds the library source that already has the link', async () => {
  const { server, onAdded } = await asked('edit-link', {
    'PUT sources/:id/link': heldBy(id(20)),
    'POST thread/addSource': () => ({
      thread_sources: [10, 11, 20].map((n) => ({ source: id(n) })),
      added: [id(20)],
    }),
    'POST thread/loadSourceData': () => webSource(20),
  });
  await save('https://example.org/page-20');
  await click(await findByRole('button', texts.addHere));
  await expect.poll(() => onAdded.mock.calls.length).toBe(1);
  expect(onAdded.mock.calls[0]?.[0].map((it) => it._id)).toEqual([id(20)]);
  expect(server.of('POST thread/addSource')[0]?.body).toEqual({
    threadId: id(1),
    sourceId: id(20),
  });
});
