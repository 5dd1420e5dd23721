import { expect, it } from 'vitest';
import type { Me } from '#core/contract/account.ts';
import type { Thread } from '#core/contract/thread.ts';
import { keys, makeQueryClient } from '#ui/client/queries.ts';
import { closePalette, usePageActions, usePaletteOpen } from '#ui/kit/palette.ts';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id, me, thread } from '#ui/testing/examples.ts';
import {
  findByRole,
  findNoRole,
  findText,
  getByRole,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { createSyncStore, type SyncStore } from './sync-mark.tsx';
import { shareTexts } from './texts/share.ts';
import { linkTexts, threadsTexts } from './texts/threads.ts';
import { syncHeld, syncTexts, threadTexts, topBarTexts as texts } from './texts/workspace.ts';
import { TopBar } from './top-bar.tsx';
import { useAddDialog } from './use-add-dialog.ts';

const MEMORY = thread(1, { title: 'Memory' });

interface Shown {
  it?: Thread;
  viewer?: Me | null;
  owner?: boolean;
  writes?: boolean;
  sync?: SyncStore;
  script?: Script;
}
async function shown({
  it: given = MEMORY,
  viewer = me(),
  owner = true,
  writes = owner,
  sync = createSyncStore(),
  script = {},
}: Shown = {}) {
  const cache = makeQueryClient();
  cache.setQueryData(keys.thread(given.url), given);
  const server = serveApi({
    'GET me': () => viewer ?? Response.json({ code: 'no_session', message: '' }, { status: 401 }),
    'PATCH threads/:id': () => ({}),
    'GET threads/:id': () => given,
    ...script,
  });
  const { update } = await render(
    <TopBar
      thread={given}
      me={viewer}
      owner={owner}
      writes={writes}
      sync={sync}
      sources={null}
      panes={null}
    />,
    { cache },
  );
  return { cache, server, update };
}
const title = () => getByRole('textbox', threadTexts.titleField) as HTMLInputElement;

it('links to all threads, and shows the name of this one', async () => {
  await shown();
  expect(getByRole('link', texts.all).getAttribute('href')).toBe('/');
  expect(getByRole('heading', 'Memory')).toBeDefined();
});

it('renames the thread with Enter, at once in the page and on the server', async () => {
  const { cache, server } = await shown();
  await type(title(), '  On memory ');
  await press('Enter');
  expect(document.activeElement).not.toBe(title());
  expect(cache.getQueryData<Thread>(keys.thread(MEMORY.url))?.title).toBe('On memory');
  expect(server.of('PATCH threads/:id').map((it) => it.body)).toEqual([{ title: 'On memory' }]);
});

it('renames the thread when the field is left', async () => {
  const { server } = await shown();
  await type(title(), 'On memory');
  title().blur();
  await expect.poll(() => server.of('PATCH threads/:id')).toHaveLength(1);
});

it('keeps the name on Escape, and if it did not change', async () => {
  const { server } = await shown();
  await type(title(), 'Something else');
  await press('Escape');
  expect(title().value).toBe('Memory');
  await type(title(), '   ');
  await press('Enter');
  expect(title().value).toBe('Memory');
  expect(server.of('PATCH threads/:id')).toEqual([]);
});

it('says why a thread could not be renamed', async () => {
  await shown({
    script: { 'PATCH threads/:id': () => new Refusal(403, 'forbidden', 'It is not yours.') },
  });
  await type(title(), 'On memory');
  await press('Enter');
  await findText('It is not yours.');
});

it('selects the name of a new thread, so that typing replaces it', async () => {
  await shown({ it: thread(1, { title: threadTexts.untitled }) });
  title().focus();
  expect([title().selectionStart, title().selectionEnd]).toEqual([0, threadTexts.untitled.length]);
});

it('lets only the owner rename or share a thread', async () => {
  await shown({ it: thread(1, { role: 'editor' }), owner: false, writes: true });
  expect(title().readOnly).toBe(true);
  expect(queryByRole('button', texts.share)).toBeUndefined();
  expect(pageText()).not.toContain(texts.viewing);
});

it('says that a viewer can only read', async () => {
  await shown({ it: thread(1, { role: 'viewer' }), owner: false });
  const mark = [...document.querySelectorAll('[title]')].find(
    (it) => it.getAttribute('title') === texts.viewingLong,
  );
  expect(mark && pageText(mark)).toBe(texts.viewing);
});

it.each([
  [1, '1 query left'],
  [20, '20 queries left'],
])('says that there are %d questions left', async (left, said) => {
  await shown({ viewer: me({ limits: { question_n_answers: left, reset_at: null } }) });
  expect(pageText()).toContain(said);
});

it('shows no count if questions are unlimited', async () => {
  await shown({ viewer: me({ limits: { question_n_answers: null, reset_at: null } }) });
  expect(pageText()).not.toMatch(/left/);
});

function PaletteState() {
  return <p>{usePaletteOpen() ? 'The palette is open' : 'It is closed'}</p>;
}
it('opens the palette', async () => {
  const { update } = await shown();
  await update(
    <>
      <TopBar
        thread={MEMORY}
        me={me()}
        owner
        writes
        sync={createSyncStore()}
        sources={null}
        panes={null}
      />
      <PaletteState />
    </>,
  );
  await click(getByRole('button', texts.jump));
  expect(pageText()).toContain('The palette is open');
  closePalette();
});

it('offers visitors to sign in, but no palette', async () => {
  await shown({ viewer: null, owner: false });
  expect(await findByRole('link', 'Login')).toBeDefined();
  expect(queryByRole('button', texts.jump)).toBeUndefined();
});

it('opens the share dialog', async () => {
  await shown({ script: { 'GET threads/:id/members': () => ({ docs: [] }) } });
  const button = getByRole('button', texts.share);
  expect(button.getAttribute('aria-haspopup')).toBe('dialog');
  await click(button);
  await findByRole('dialog', shareTexts.title('Memory'));
});

it.each(['viewer', 'editor'] as const)(
  'tells a person invited as %s what they can do',
  async (role) => {
    await shown({ it: thread(1, { role }), owner: false, writes: role === 'editor' });
    await click(getByRole('button', linkTexts.access));
    const dialog = await findByRole('dialog', threadsTexts.shared);
    expect(pageText(dialog)).toContain(shareTexts.invitedAs[role]);
  },
);

it('lets a member leave the thread after a confirmation', async () => {
  const { server } = await shown({
    it: thread(1, { role: 'viewer' }),
    owner: false,
    script: { 'DELETE threads/:id/members/:member': () => ({}) },
  });
  await findByRole('button', 'Account');
  await click(getByRole('button', linkTexts.access));
  await findByRole('dialog', threadsTexts.shared);
  await click(getByRole('button', threadsTexts.leave));
  await findText(threadsTexts.sureToLeave.text);
  await click(getByRole('button', threadsTexts.sureToLeave.action));
  await findNoRole('dialog');
  await findText(threadsTexts.left);
  expect(server.of('DELETE threads/:id/members/:member')[0]?.path).toBe(
    `threads/${id(1)}/members/${id(900)}`,
  );
});

const mark = () => getByRole('status');
it('shows no sync status before it is known', async () => {
  await shown();
  expect(queryByRole('status')).toBeUndefined();
});

it.each(Object.entries(syncTexts))('says that the notes are %s', async (state, { text, long }) => {
  const sync = createSyncStore();
  sync.set(state as keyof typeof syncTexts, 0);
  await shown({ sync });
  expect(pageText(mark())).toBe(text);
  expect(mark().parentElement?.title).toBe(long);
});

it('counts waiting changes without announcing each', async () => {
  const sync = createSyncStore();
  sync.set('synced', 0);
  await shown({ sync });
  sync.set('offline', 1);
  await findText(syncHeld(1));
  sync.set('offline', 1200);
  await findText('1,200');
  expect(pageText(mark())).toBe(syncTexts.offline.text);
  sync.set('synced', 0);
  await findText(syncTexts.synced.text);
  expect(pageText()).not.toContain('1,200');
});

it("has no sync status for people who can't edit", async () => {
  const sync = createSyncStore();
  sync.set('synced', 0);
  await shown({ sync, owner: false });
  expect(queryByRole('status')).toBeUndefined();
});

function Adding({ writes, isEmpty }: { writes: boolean; isEmpty: boolean }) {
  const { isOpen, wasOpened, setOpen } = useAddDialog(writes, isEmpty);
  const actions = usePageActions();
  return (
    <>
      {isOpen ? 'It is open' : wasOpened ? 'It was open' : 'It was never open'}
      <button type="button" onClick={() => setOpen(false)}>
        Close
      </button>
      {actions.map((it) => (
        <button key={it.name} type="button" onClick={it.run}>
          {it.name}
        </button>
      ))}
    </>
  );
}

it('opens the Add source dialog when the thread turns out to be empty', async () => {
  const { update } = await render(<Adding writes isEmpty={false} />);
  expect(pageText()).toContain('It was never open');
  await update(<Adding writes isEmpty />);
  expect(pageText()).toContain('It is open');
  await click(getByRole('button', 'Close'));
  expect(pageText()).toContain('It was open');
});

it('offers editors to add a source in the palette', async () => {
  const { update } = await render(<Adding writes isEmpty={false} />);
  await click(getByRole('button', 'Add source'));
  expect(pageText()).toContain('It is open');
  await update(<Adding writes={false} isEmpty={false} />);
  expect(queryByRole('button', 'Add source')).toBeUndefined();
});
