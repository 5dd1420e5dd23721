import { expect, it } from 'vitest';
import { serveApi, Refusal, type Script } from '#ui/testing/api-stand-in.ts';
import { id } from '#ui/testing/examples.ts';
import { findText, getByRole, itemsOf, render } from '#ui/testing/screen.tsx';
import { catchUploads } from '#ui/testing/uploads.ts';
import { click, giveFiles } from '#ui/testing/user.ts';
import { addTexts as texts } from './texts/add.ts';
import { useUploads } from './uploads.ts';
import { readStoredDraft, useStoredDraft } from './use-stored-draft.ts';

const results: Awaited<ReturnType<ReturnType<typeof useUploads>['putAll']>>[] = [];
function Uploads() {
  const { files, take, drop, clearDone, putAll } = useUploads();
  return (
    <>
      <input type="file" multiple onChange={(event) => take(event.target.files ?? [])} />
      <button
        type="button"
        onClick={() => void putAll(files, id(1)).then((it) => results.push(it))}
      >
        Upload
      </button>
      <button type="button" onClick={clearDone}>
        Clear
      </button>
      <ul aria-label="Files">
        {files.map(({ file, share, key, why }) => (
          <li key={file.name}>
            {[file.name, share, key, why].filter((it) => it !== undefined).join(' ')}
            <button type="button" onClick={() => drop(file)}>
              {`Drop ${file.name}`}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
const address: Script = {
  'GET thread/v1/file/:id': ({ query }) => ({
    fileKey: `key-${query['name']}`,
    uploadURL: `/files/${query['name']}`,
    fileURL: `/files/${query['name']}`,
    headers: {},
  }),
};
async function shown(script: Script = address, ...names: string[]) {
  results.length = 0;
  const uploads = catchUploads();
  const server = serveApi(script);
  await render(<Uploads />);
  await giveFiles(document.querySelector('input') ?? document.body, ...names.map(pdf));
  return { uploads, server };
}
const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });
const listed = () => itemsOf(getByRole('list', 'Files')).map((it) => it.replace(/ ?Drop .*$/, ''));
const start = () => click(getByRole('button', 'Upload'));

it('requests an upload address for each file, with its name and type', async () => {
  const { uploads, server } = await shown(address, 'a.pdf');
  await start();
  await expect.poll(() => uploads).toHaveLength(1);
  expect(server.of('GET thread/v1/file/:id')[0]?.query).toEqual({
    name: 'a.pdf',
    contentType: 'application/pdf',
  });
  expect(uploads[0]?.url).toBe('/files/a.pdf');
});

it('recognises a file by its name if the browser does not know its type', async () => {
  await shown();
  await giveFiles(document.querySelector('input') ?? document.body, new File(['%PDF'], 'b.PDF'));
  expect(listed()).toEqual(['b.PDF']);
});

it('starts the next upload when one of two has ended, and returns them in order', async () => {
  const { uploads } = await shown(address, 'a.pdf', 'b.pdf', 'c.pdf');
  await start();
  await expect.poll(() => uploads).toHaveLength(2);
  uploads[1]?.end(200);
  await expect
    .poll(() => uploads.map((it) => it.url))
    .toEqual(['a', 'b', 'c'].map((it) => `/files/${it}.pdf`));
  uploads[2]?.end(200);
  uploads[0]?.end(204);
  await expect.poll(() => results).toHaveLength(1);
  expect(results[0]).toEqual({
    failed: false,
    uploaded: ['a', 'b', 'c'].map((it) => ({ sourceType: 'pdf', fileKey: `key-${it}.pdf` })),
  });
});

it('says for each file why it could not be uploaded, and uploads the others', async () => {
  const { uploads } = await shown(address, 'a.pdf', 'b.pdf');
  await start();
  await expect.poll(() => uploads).toHaveLength(2);
  uploads[0]?.end(413, JSON.stringify({ code: 'too_large', message: 'It is too large.' }));
  uploads[1]?.end(200);
  await expect.poll(() => results[0]?.failed).toBe(true);
  expect(results[0]?.uploaded).toHaveLength(1);
  expect(listed()).toEqual(['a.pdf It is too large.', 'b.pdf 1 key-b.pdf']);
});

it('says that the connection was lost', async () => {
  const { uploads } = await shown(address, 'a.pdf');
  await start();
  await expect.poll(() => uploads).toHaveLength(1);
  uploads[0]?.lose();
  await expect.poll(listed).toEqual(['a.pdf network error']);
});

it('says why the server refused a file', async () => {
  const { uploads } = await shown(
    { 'GET thread/v1/file/:id': () => new Refusal(403, 'forbidden', 'Not in this thread.') },
    'a.pdf',
  );
  await start();
  await expect.poll(listed).toEqual(['a.pdf Not in this thread.']);
  expect(uploads).toEqual([]);
});

it('cancels an upload of a removed file, which is no failure', async () => {
  const { uploads } = await shown(address, 'a.pdf');
  await start();
  await expect.poll(() => uploads).toHaveLength(1);
  await click(getByRole('button', 'Drop a.pdf'));
  expect(uploads[0]?.isAborted).toBe(true);
  await expect.poll(() => results).toEqual([{ uploaded: [], failed: false }]);
  expect(listed()).toEqual([]);
});

it('uploads no file twice when the others are retried', async () => {
  const { uploads } = await shown(address, 'a.pdf', 'b.pdf');
  await start();
  await expect.poll(() => uploads).toHaveLength(2);
  uploads[0]?.end(200);
  uploads[1]?.end(500);
  await expect.poll(() => results).toHaveLength(1);
  await start();
  await expect.poll(() => uploads).toHaveLength(3);
  expect(uploads[2]?.url).toBe('/files/b.pdf');
  uploads[2]?.end(200);
  await expect.poll(() => results[1]?.uploaded).toHaveLength(2);
});

it('removes uploaded files from the list', async () => {
  const { uploads } = await shown(address, 'a.pdf', 'b.pdf');
  await start();
  await expect.poll(() => uploads).toHaveLength(2);
  uploads[0]?.end(200);
  uploads[1]?.end(500);
  await expect.poll(() => results).toHaveLength(1);
  await click(getByRole('button', 'Clear'));
  expect(listed()).toHaveLength(1);
  expect(listed()[0]).toMatch(/^b\.pdf/);
});

it('rejects files of other types, and lists the supported ones', async () => {
  await shown();
  const text = new File(['hello'], 'a.rtf', { type: 'application/rtf' });
  const notes = new File(['# Notes'], 'notes.md');
  await giveFiles(document.querySelector('input') ?? document.body, text, pdf('a.pdf'), notes);
  await findText(texts.wrongFile);
  expect(listed()).toEqual(['a.pdf', 'notes.md']);
});

function Draft({ threadId, text }: { threadId: string; text: string | undefined }) {
  useStoredDraft(threadId, text);
  return null;
}

it('stores the typed text per thread and tab', async () => {
  const { update } = await render(<Draft threadId={id(1)} text="https://example.org" />);
  expect(readStoredDraft(id(1))).toBe('https://example.org');
  expect(readStoredDraft(id(2))).toBe('');
  expect(localStorage.length).toBe(0);
  await update(<Draft threadId={id(1)} text={undefined} />);
  expect(readStoredDraft(id(1))).toBe('https://example.org');
  await update(<Draft threadId={id(1)} text="" />);
  expect(readStoredDraft(id(1))).toBe('');
  expect(sessionStorage.length).toBe(0);
});
