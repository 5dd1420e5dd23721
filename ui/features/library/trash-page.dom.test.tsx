import { expect, it } from 'vitest';
import { SourceId } from '#core/contract/id.ts';
import { id, pdfSource, webSource } from '#ui/testing/examples.ts';
import { findByRole, findText, getByRole, itemsOf, pageText, render } from '#ui/testing/screen.tsx';
import { click } from '#ui/testing/user.ts';
import { libraryApi } from '#ui/client/library-api.ts';
import { serveLibrary } from './testing/library-server.ts';
import { TrashPage } from './trash-page.tsx';
import { manyTexts, sourceTexts, trashTexts as texts } from './texts.ts';

const SourceIds = SourceId.array();

it('restores a deleted source, and deletes another permanently after a confirmation', async () => {
  const server = serveLibrary([
    pdfSource(2, { title: 'Retrieval practice' }),
    webSource(3, { title: 'Forgetting curves' }),
  ]);
  await libraryApi.many({ what: 'trash', ids: SourceIds.parse([id(2), id(3)]) });
  await render(<TrashPage />, { at: '/library/trash' });
  const list = await findByRole('list', texts.list);
  expect(itemsOf(list)).toHaveLength(2);
  expect(pageText(list)).toMatch(/Deleted .*2026 · Kept until .*2026/);

  await click(getByRole('button', texts.restoreOne('Retrieval practice')));
  await findText(manyTexts.done.restore(1));
  expect([...server.sources.keys()]).toEqual([id(2)]);
  await expect.poll(() => itemsOf(getByRole('list', texts.list))).toHaveLength(1);

  await click(getByRole('button', texts.deleteOne('Forgetting curves')));
  const dialog = await findByRole('alertdialog', sourceTexts.deleteTitle('Forgetting curves'));
  expect(pageText(dialog)).toContain(texts.deleteText);
  await click(getByRole('button', texts.delete, dialog));
  await findByRole('heading', texts.emptyTitle);
  expect(server.of('POST sources/many').at(-1)?.body).toEqual({ what: 'delete', ids: [id(3)] });
});
