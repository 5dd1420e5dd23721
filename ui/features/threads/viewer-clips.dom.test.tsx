import { useRef, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { clipAlerts } from '#ui/editor/texts/clip-alerts.ts';
import type { NotesHandle } from '#ui/features/notes/index.tsx';
import { serveApi } from '#ui/testing/api-stand-in.ts';
import { id, me, thread } from '#ui/testing/examples.ts';
import {
  findByRole,
  findText,
  getByRole,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { click } from '#ui/testing/user.ts';
import type { ClipRequest } from '#ui/viewer/index.tsx';
import { unlockTexts } from '#ui/features/account/index.ts';
import { ReadOnlyDialog } from './read-only-dialog.tsx';
import { readOnlyTexts } from './texts/read-only.ts';
import { threadAccess } from './thread-access.ts';
import { workspaceTexts as texts } from './texts/workspace.ts';
import { useInsertBlocks } from './use-insert-blocks.ts';
import { useViewerClips } from './use-viewer-clips.ts';

const PASSAGE: ClipRequest = {
  locator: { medium: 'flow', paragraph: 4, quote: 'memory', prefix: 'on ', suffix: '.' },
  color: '#ffa862',
};
const kept = (clipId: string, sourceId: string) => ({
  _id: clipId,
  sourceId,
  color: '#ffa862',
  locator: PASSAGE.locator,
});

/** The editor's interface to the surrounding screen. */
const openNotes = () => ({
  insertBlocks: vi.fn<NotesHandle['insertBlocks']>(),
  changeBlock: vi.fn<NotesHandle['changeBlock']>(() => true),
  removeBlock: vi.fn<NotesHandle['removeBlock']>(),
  showBlock: vi.fn<NotesHandle['showBlock']>(),
  askOf: vi.fn<NotesHandle['askOf']>(),
  makeNotes: vi.fn<NotesHandle['makeNotes']>(() => true),
});

interface Setting {
  role?: 'owner' | 'editor' | 'viewer';
  viewer?: ReturnType<typeof me> | null;
  isWide?: boolean;
  notes?: ReturnType<typeof openNotes> | null;
}

function Viewer({ role = 'owner', viewer = me(), isWide = true, notes = null }: Setting) {
  const handle = useRef<NotesHandle | null>(notes);
  const [pane, setPane] = useState('source');
  const [isReadOnlyDialogOpen, setReadOnlyDialogOpen] = useState(false);
  const owner = role === 'owner' ? id(900) : id(901);
  const insert = useInsertBlocks(handle, () => setPane('notes'));
  const [clips, setClips] = useViewerClips({
    threadId: id(1),
    sourceId: id(10),
    access: threadAccess(thread(1, { user: owner, role }), viewer, isWide),
    notes: handle,
    insert,
    onShowNotes: () => setPane('notes'),
    onReadOnlyDialog: setReadOnlyDialogOpen,
  });
  return (
    <>
      <p>{`Pane: ${pane}.`}</p>
      {isReadOnlyDialogOpen && <ReadOnlyDialog me={viewer} onOpenChange={setReadOnlyDialogOpen} />}
      <ul>
        {clips.clips.map((it) => (
          <li key={it._id}>{it._id}</li>
        ))}
      </ul>
      <button type="button" onClick={() => clips.onClip(PASSAGE)}>
        Clip
      </button>
      {clips.onAsk && (
        <button type="button" onClick={() => clips.onAsk?.(PASSAGE, new DOMRect(1, 2, 3, 4))}>
          Ask
        </button>
      )}
      <button type="button" onClick={() => clips.onEditClip?.('c1')}>
        Show in notes
      </button>
      {clips.onChangeClip && (
        <button type="button" onClick={() => clips.onChangeClip?.('c1', { heading: 'Sleep' })}>
          Rename
        </button>
      )}
      {clips.onDeleteClip && (
        <button type="button" onClick={() => clips.onDeleteClip?.('c1')}>
          Delete
        </button>
      )}
      <button
        type="button"
        onClick={() =>
          setClips([kept('c1', id(10)), kept('c2', id(11)), kept('c3', id(10))] as never)
        }
      >
        Bring clips
      </button>
    </>
  );
}
const shown = (setting: Setting = {}) => render(<Viewer {...setting} />);
const press = (name: string) => click(getByRole('button', name));
const reader = () => me({ user: { ...me().user, _id: id(902) } });
const unverified = () => me({ user: { ...reader().user, is_verified_user: false } });

it('saves a passage to the notes, with a link in the message', async () => {
  const notes = openNotes();
  await shown({ notes });
  await press('Clip');
  const [[block] = []] = notes.insertBlocks.mock.calls[0] ?? [];
  expect(block).toMatchObject({
    type: 'web-clip',
    attrs: { source_id: id(10), text: 'memory', color: '#ffa862', createdBy: id(900) },
  });
  await findText(texts.clipAdded);
  await click(await findByRole('button', texts.show));
  await findText('Pane: notes.');
});

it('says that the notes are not open yet', async () => {
  await shown({ notes: null });
  await press('Clip');
  await findText(texts.notesClosed);
});

it.each([
  ['visitors to sign in', null, unlockTexts.title],
  ['unverified people to confirm their address', unverified(), 'Confirm your email'],
] as const)('asks %s', async (_, viewer, title) => {
  const notes = openNotes();
  serveApi(viewer ? { 'GET me': () => viewer } : {});
  await shown({ role: 'viewer', viewer, notes });
  await press('Clip');
  await findByRole('dialog', title);
  expect(notes.insertBlocks).not.toHaveBeenCalled();
});

it('tells readers how to get to save clips, and offers an upgrade', async () => {
  const notes = openNotes();
  await shown({ role: 'viewer', viewer: reader(), notes });
  await press('Clip');
  expect(pageText(await findByRole('dialog', readOnlyTexts.title))).toContain(readOnlyTexts.text);
  await press('Upgrade');
  await findByRole('dialog', 'Upgrade your plan');
  expect(notes.insertBlocks).not.toHaveBeenCalled();
});

it('offers no upgrade to people without limits', async () => {
  const viewer = { ...reader(), limits: { question_n_answers: null } };
  await shown({ role: 'viewer', viewer, notes: openNotes() });
  await press('Clip');
  await findByRole('dialog', readOnlyTexts.title);
  expect(queryByRole('button', 'Upgrade')).toBeUndefined();
});

it('saves clips of an invited editor under their name', async () => {
  const notes = openNotes();
  await shown({ role: 'editor', viewer: reader(), notes });
  await press('Clip');
  const [[block] = []] = notes.insertBlocks.mock.calls[0] ?? [];
  expect(block?.attrs?.['createdBy']).toBe(id(902));
});

it('asks about a passage next to its text', async () => {
  const notes = openNotes();
  await shown({ notes });
  await press('Ask');
  const [block, rect] = notes.askOf.mock.calls[0] ?? [];
  expect(block?.attrs).toMatchObject({ text: 'memory', paragraph: 4 });
  expect(rect?.x).toBe(1);
});

it.each([
  ['on a narrow screen', { isWide: false }],
  ['for people who only read', { role: 'viewer', viewer: null }],
] as const)('does not ask about a passage %s', async (_, setting) => {
  await shown({ ...setting, notes: openNotes() });
  expect(queryByRole('button', 'Ask')).toBeUndefined();
});

it('shows only the clips of the current source', async () => {
  await shown({ notes: openNotes() });
  await press('Bring clips');
  expect(pageText()).toContain('c1');
  expect(pageText()).toContain('c3');
  expect(pageText()).not.toContain('c2');
});

it('opens the block of a clip in the notes', async () => {
  const notes = openNotes();
  await shown({ notes });
  await press('Show in notes');
  expect(notes.showBlock).toHaveBeenCalledWith('c1');
  await findText('Pane: notes.');
});

it('changes a clip in the notes, in the name of the person who changed it', async () => {
  const notes = openNotes();
  await shown({ notes });
  await press('Rename');
  expect(notes.changeBlock).toHaveBeenCalledWith('c1', {
    clip_heading: 'Sleep',
    updatedBy: id(900),
  });
});

it("says that a clip is gone if it can't be changed or deleted", async () => {
  const notes = openNotes();
  notes.changeBlock.mockReturnValue(false);
  await shown({ notes });
  await press('Rename');
  await findText(clipAlerts.notThere);
});

it('deletes a clip, and restores it with undo', async () => {
  const notes = openNotes();
  const back = vi.fn();
  notes.removeBlock.mockReturnValue(back);
  await shown({ notes });
  await press('Delete');
  expect(notes.removeBlock).toHaveBeenCalledWith('c1');
  await findText(clipAlerts.clipDeleted);
  await click(await findByRole('button', clipAlerts.undo));
  expect(back).toHaveBeenCalledTimes(1);
});

it('lets readers view clips, but not change them', async () => {
  await shown({ role: 'viewer', viewer: reader(), notes: openNotes() });
  expect(queryByRole('button', 'Rename')).toBeUndefined();
  expect(queryByRole('button', 'Delete')).toBeUndefined();
  expect(getByRole('button', 'Show in notes')).toBeDefined();
});
