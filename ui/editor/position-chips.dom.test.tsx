import { expect, it } from 'vitest';
import { insertBlocks } from '#core/editor/insert-blocks.ts';
import { slashCommands } from '#core/editor/slash-commands.ts';
import { paste, type PastedLink } from './paste/paste.ts';
import { positionShortcut } from './position-shortcut.ts';
import { openEditor, pasteInto, pressIn } from './testing/test-editor.ts';

const line = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const chip = (medium: string, place: number, label: string) =>
  expect.objectContaining({
    type: 'place',
    attrs: expect.objectContaining({ source_id: 's1', medium, place, label }) as unknown,
  }) as unknown;

function pasteLink(address: string) {
  const links: PastedLink[] = [];
  const editor = openEditor(
    [
      paste({
        onLink: (link) => links.push(link),
        origin: 'http://127.0.0.1:4870',
        hasSource: (id) => id === 's1',
      }),
    ],
    [line('See ')],
  );
  pasteInto(editor, { 'text/plain': address });
  return { content: editor.getJSON().content[0]?.content ?? [], links };
}

it("pastes a link to a position in one of the thread's sources as a chip", () => {
  const { content, links } = pasteLink('http://127.0.0.1:4870/t/margins-x1?source=s1&at=83');
  expect(content).toEqual([
    { type: 'text', text: 'See ' },
    chip('timed', 83, '01:23'),
    { type: 'text', text: ' ' },
  ]);
  expect(links).toEqual([]);
  expect(pasteLink('http://127.0.0.1:4870/t/margins-x1?source=s1&page=4').content[1]).toEqual(
    chip('paged', 4, 'page 4'),
  );
});

it('pastes other links to Gloss as links, and offers only external pages as sources', () => {
  for (const own of ['/t/margins-x1?source=s2&at=83', '/t/margins-x1', '/p/post?source=s1&at=8']) {
    const address = `http://127.0.0.1:4870${own}`;
    const { content, links } = pasteLink(address);
    expect(content[1]).toMatchObject({ type: 'text', text: address, marks: [{ type: 'link' }] });
    expect(links).toEqual([]);
  }
  expect(pasteLink('https://example.org/t/x?source=s1&at=83').links).toHaveLength(1);
});

it('inserts the position of the open source from the slash menu and with a shortcut', () => {
  const editor = openEditor(
    [
      positionShortcut(() => ({
        timestamp: () =>
          insertBlocks(editor, [
            { type: 'place', attrs: { source_id: 's1', medium: 'timed', place: 83 } },
          ]),
      })),
    ],
    [line('See ')],
  );
  expect(pressIn(editor, ';', { ctrlKey: true })).toBe(true);
  expect(editor.getJSON().content[0]?.content?.[1]).toEqual(chip('timed', 83, '01:23'));
  expect(pressIn(openEditor([positionShortcut(() => ({}))]), ';', { ctrlKey: true })).toBe(false);
  const offered = (hosts: Record<string, () => void>) =>
    slashCommands('', hosts)
      .map(({ id }) => id)
      .filter((id) => id === 'timestamp' || id === 'page');
  expect(offered({})).toEqual([]);
  expect(offered({ timestamp: () => undefined })).toEqual(['timestamp']);
  expect(offered({ page: () => undefined })).toEqual(['page']);
});
