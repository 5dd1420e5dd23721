import { expect, it, onTestFinished, vi } from 'vitest';
import { descriptionOf } from '#ui/testing/accessible-name.ts';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id, threadCard } from '#ui/testing/examples.ts';
import {
  findByRole,
  findText,
  getAllByRole,
  getByRole,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { click, press } from '#ui/testing/user.ts';
import { ExportDialog } from './export-dialog.tsx';
import { ExportThreads } from './export-threads.tsx';
import { exportTexts as texts } from './texts.ts';

const file = (disposition: string | undefined) =>
  new Response('# Ice', {
    headers: disposition === undefined ? {} : { 'content-disposition': disposition },
  });
/** The downloads that the browser was given. */
const downloads = () => {
  const names: string[] = [];
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  onTestFinished(() => clicked.mockRestore());
  return names;
};
const opened = async (script: Script = {}) => {
  const server = serveApi({
    'GET threads/:id/export': () =>
      file(`attachment; filename="ice.md.zip"; filename*=UTF-8''Gletscher%20%26%20Eis.zip`),
    ...script,
  });
  const names = downloads();
  const closed = vi.fn();
  await render(<ExportDialog thread={threadCard(1, { title: 'Ice' })} onClose={closed} />);
  await findByRole('dialog', texts.title('Ice'));
  return { server, names, closed };
};

it('lists each format with its purpose', async () => {
  await opened();
  const formats = Object.values(texts.formats);
  for (const { name, about } of formats)
    expect(descriptionOf(getByRole('button', name))).toBe(about);
  expect(getAllByRole('listitem')).toHaveLength(formats.length);
  expect(pageText()).toContain(texts.again);
});

it("downloads the thread under the server's file name", async () => {
  const { server, names } = await opened();
  await click(getByRole('button', texts.formats.md.name));
  await findText(texts.saved('Gletscher & Eis.zip'));
  expect(names).toEqual(['Gletscher & Eis.zip']);
  expect(server.of('GET threads/:id/export').map((it) => [it.path, it.query])).toEqual([
    [`threads/${id(1)}/export`, { format: 'md' }],
  ]);
});

it.each([
  [undefined, 'export'],
  ['attachment', 'export'],
  [`attachment; filename*=UTF-8''%E0%A4%A`, '%E0%A4%A'],
])('downloads a file whose name is given as %s', async (disposition, name) => {
  const { names } = await opened({ 'GET threads/:id/export': () => file(disposition) });
  await click(getByRole('button', texts.formats.json.name));
  await findText(texts.saved(name));
  expect(names).toEqual([name]);
});

it('prepares one file at a time', async () => {
  let end: (it: Response) => void = () => undefined;
  const { server } = await opened({
    'GET threads/:id/export': () =>
      new Promise<Response>((resolve) => {
        end = resolve;
      }),
  });
  await click(getByRole('button', texts.formats.html.name));
  expect(pageText(getByRole('status'))).toBe(texts.saving);
  expect(getByRole('list', '').getAttribute('aria-busy')).toBe('true');
  for (const { name } of Object.values(texts.formats))
    expect(getByRole('button', name)).toHaveProperty('disabled', true);
  end(file(undefined));
  await findText(texts.saved('export'));
  expect(getByRole('button', texts.formats.md.name)).toHaveProperty('disabled', false);
  expect(server.of('GET threads/:id/export')).toHaveLength(1);
});

it('says why the export failed, and allows another attempt', async () => {
  const { server, names } = await opened({
    'GET threads/:id/export': () => new Refusal(429, 'rate_limited', 'Too many exports.'),
  });
  await click(getByRole('button', texts.formats.anki.name));
  await findText(texts.failed('Too many exports.'));
  expect(names).toEqual([]);
  server.change({ 'GET threads/:id/export': () => file(undefined) });
  await click(getByRole('button', texts.formats.anki.name));
  await findText(texts.saved('export'));
});

it('closes with Escape', async () => {
  const { closed } = await opened();
  await press('Escape');
  expect(closed).toHaveBeenCalledOnce();
});

it('exports all threads with download links', async () => {
  await render(<ExportThreads />);
  expect(
    getAllByRole('link').map((it) => [
      it.ariaLabel,
      it.getAttribute('href'),
      it.hasAttribute('download'),
    ]),
  ).toEqual(
    (['md', 'html', 'json'] as const).map((format) => [
      texts.download(texts.formats[format].name),
      `/api/export?format=${format}`,
      true,
    ]),
  );
  expect(queryByRole('link', texts.download(texts.formats.anki.name))).toBeUndefined();
});
