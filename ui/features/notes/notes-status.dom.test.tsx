import { describe, expect, it, vi } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import { Doc, XmlElement, XmlText } from 'yjs';
import {
  findText,
  getAllByRole,
  getByRole,
  pageText,
  queryByRole,
  render,
  settle,
} from '#ui/testing/screen.tsx';
import { click } from '#ui/testing/user.ts';
import { Notices } from './notices.tsx';
import { NotesFooter, NotesTools, syncText } from './notes-footer.tsx';
import { initial, type NotesState } from './notes-state.ts';
import { People } from './people.tsx';
import { notesTexts as texts } from './texts.ts';

const state = (more: Partial<NotesState> = {}): NotesState => ({
  ...initial,
  ready: true,
  online: true,
  keptHere: true,
  ...more,
});

describe('the sync status of the notes', () => {
  it.each<[string, Partial<NotesState>, string]>([
    ['everything is on the server', {}, texts.sync.synced],
    ['they are opening', { ready: false, online: undefined }, texts.sync.connecting],
    ['changes are being sent and are stored here', { changes: 2 }, texts.sync.savedHere],
    ['changes are only being sent', { changes: 2, keptHere: false }, texts.sync.saving],
    ['the server is unreachable', { online: false }, texts.sync.offline],
    [
      'changes wait for the server',
      { online: false, changes: 3 },
      'Offline · 3 unsynced changes, saved in this browser',
    ],
    ['the server could not write', { failing: true }, texts.sync.failed],
    ['the server could not read', { refused: 'unreadable' }, texts.sync.failed],
    ['the server accepted no more', { rejected: 'full' }, texts.sync.failed],
  ])('is shown when %s', (_, more, said) => {
    expect(syncText(state(more))).toBe(said);
  });

  const footer = (more: Partial<NotesState>) => render(<NotesFooter state={state(more)} />);
  const tools = async (more: Partial<NotesState>, history?: boolean) => {
    const toggled = vi.fn();
    await render(
      <NotesTools
        state={state(more)}
        awareness={undefined}
        history={history}
        onHistory={toggled}
      />,
    );
    return toggled;
  };

  it('takes no space below the notes while everything is saved', async () => {
    await footer({});
    expect(queryByRole('contentinfo')).toBeUndefined();
    await tools({});
    expect(pageText()).toBe(texts.sync.synced);
  });

  it('says whether waiting changes are stored in this browser', async () => {
    await footer({ online: false, changes: 1 });
    expect(pageText(getByRole('contentinfo'))).toBe(
      'Offline · 1 unsynced change, saved in this browser',
    );
  });

  it('says that waiting changes are not stored', async () => {
    await footer({ online: false, changes: 1, keptHere: false });
    expect(pageText(getByRole('contentinfo'))).toBe(
      'Offline · 1 unsynced change, not saved in this browser',
    );
  });

  it("doesn't mention storage if nothing waits", async () => {
    await footer({ online: false });
    expect(pageText(getByRole('contentinfo'))).toBe(texts.sync.offline);
  });

  it('opens the history of the notes, and says whether it is open', async () => {
    const toggled = await tools({}, false);
    const button = getByRole('button', texts.versions);
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await click(button);
    expect(toggled).toHaveBeenCalledOnce();
  });

  it("has no history for people who can't see it", async () => {
    await tools({});
    expect(queryByRole('button', texts.versions)).toBeUndefined();
  });
});

describe('notices above the notes', () => {
  const notices = async (more: Partial<NotesState>, document?: Doc) => {
    const discarded = vi.fn();
    const { update } = await render(
      <Notices state={state(more)} document={document} onDiscard={discarded} />,
    );
    return { discarded, update };
  };

  it('are absent while all is well', async () => {
    await notices({});
    expect(queryByRole('alert')).toBeUndefined();
  });

  it('say that the page is older than the server, and offer to reload', async () => {
    await notices({ stale: true });
    expect(pageText(getByRole('alert'))).toBe(`${texts.stale} ${texts.reload}`);
    expect(getByRole('button', texts.reload)).toBeDefined();
  });

  it.each(['invalid', 'full'] as const)(
    'say that the server accepts no more changes (%s), with two ways forward',
    async (rejected) => {
      const { discarded } = await notices({ rejected }, new Doc());
      expect(pageText(getByRole('alert'))).toContain(texts.rejected[rejected]);
      expect(getByRole('button', texts.saveCopy)).toBeDefined();
      await click(getByRole('button', texts.discard));
      expect(discarded).toHaveBeenCalledOnce();
    },
  );

  it('let people download the notes from this browser', async () => {
    const document = new Doc();
    const paragraph = new XmlElement('paragraph');
    paragraph.insert(0, [new XmlText('Ice flows.')]);
    document.getXmlFragment('default').insert(0, [paragraph]);
    const files: Blob[] = [];
    const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) files.push(file);
      return 'blob:made';
    });
    const names: string[] = [];
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    await notices({ rejected: 'invalid' }, document);
    await click(getByRole('button', texts.saveCopy));
    expect(names).toEqual([texts.copyName]);
    expect(files[0]?.type).toBe('text/markdown');
    const reader = new FileReader();
    const read = new Promise((resolve) => {
      reader.onload = () => resolve(reader.result);
    });
    if (files[0]) reader.readAsText(files[0]);
    expect(await read).toContain('Ice flows.');
    made.mockRestore();
    clicked.mockRestore();
  });

  it('offer no copy of notes that did not load', async () => {
    await notices({ rejected: 'invalid' });
    expect(queryByRole('button', texts.saveCopy)).toBeUndefined();
    expect(getByRole('button', texts.discard)).toBeDefined();
  });

  it('say once that a part could not be read', async () => {
    await notices({ damaged: true });
    expect(pageText(getByRole('alert'))).toContain(texts.damaged);
    await click(getByRole('button', texts.dismiss));
    expect(queryByRole('alert')).toBeUndefined();
  });

  it('list every problem separately', async () => {
    await notices({ stale: true, damaged: true, rejected: 'full' });
    expect(getAllByRole('alert')).toHaveLength(3);
  });
});

describe('other people in the notes', () => {
  const GREEN = '#2f6f4f';
  /** other people, by window */
  const seen = (others: Record<number, unknown>) => {
    const awareness = new Awareness(new Doc());
    const put = (states: Record<number, unknown>) => {
      for (const [client, its] of Object.entries(states))
        awareness.getStates().set(Number(client), its as Record<string, unknown>);
      awareness.emit('change', [{ added: [], updated: [], removed: [] }, 'test']);
    };
    put(others);
    return { awareness, put };
  };
  const person = (_id: string, name: string) => ({ user: { _id, name, color: GREEN } });
  const shown = () => getAllByRole('img').map((it) => [it.ariaLabel, it.textContent]);

  it('are absent when nobody else is here', async () => {
    const { awareness } = seen({});
    await render(<People awareness={awareness} />);
    expect(queryByRole('list', texts.here)).toBeUndefined();
    awareness.destroy();
  });

  it('are listed by name, with initials', async () => {
    const { awareness } = seen({
      11: person('a', 'Grace Hopper'),
      12: person('b', 'ada lovelace'),
    });
    await render(<People awareness={awareness} />);
    expect(shown()).toEqual([
      ['ada lovelace', 'AL'],
      ['Grace Hopper', 'GH'],
    ]);
    awareness.destroy();
  });

  it('count once for several windows, and readers by window', async () => {
    const { awareness } = seen({
      11: person('a', 'Ada'),
      12: person('a', 'Ada'),
      13: person('', 'x'),
      14: person('', 'y'),
    });
    await render(<People awareness={awareness} />);
    expect(shown().map(([name]) => name)).toEqual(['Ada', texts.reader, texts.reader]);
    awareness.destroy();
  });

  it('show four, and name the others', async () => {
    const { awareness } = seen(
      Object.fromEntries(
        ['Ada', 'Bob', 'Cleo', 'Dan', 'Eve', 'Finn'].map((name, at) => [
          at + 11,
          person(name, name),
        ]),
      ),
    );
    await render(<People awareness={awareness} />);
    expect(shown().at(-1)).toEqual(['Eve, Finn', texts.more(2)]);
    expect(getAllByRole('listitem')).toHaveLength(5);
    awareness.destroy();
  });

  it('update when someone joins', async () => {
    const { awareness, put } = seen({ 11: person('a', 'Ada') });
    await render(<People awareness={awareness} />);
    put({ 12: person('b', 'Bob') });
    await settle();
    expect(shown().map(([name]) => name)).toEqual(['Ada', 'Bob']);
    awareness.destroy();
  });

  it('are left out if they send anything but a name and a colour', async () => {
    const { awareness } = seen({
      11: { user: { _id: 'a', name: 'Ada', color: 'url(https://evil.test)' } },
      12: { cursor: {} },
      13: person('b', 'Bob'),
    });
    await render(<People awareness={awareness} />);
    await findText('B');
    expect(shown()).toEqual([['Bob', 'B']]);
    awareness.destroy();
  });
});
