import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id } from '#ui/testing/examples.ts';
import {
  findByRole,
  findNoRole,
  findText,
  getByRole,
  pageText,
  queryByRole,
  settle,
} from '#ui/testing/screen.tsx';
import { catchUploads } from '#ui/testing/uploads.ts';
import { click, press, type } from '#ui/testing/user.ts';
import { block, openNotes, paragraph, THREAD } from '../testing/open-notes.tsx';
import { textBlockTexts } from '../texts/text-blocks.ts';

const texts = textBlockTexts.image;
const FILE = `thread/v1/file/${THREAD}`;
const picture = (attrs: object = {}) =>
  block('image', { file_key: 'a/ice.png', uploaded: true, alt: 'A glacier', ...attrs });
const after = paragraph('after');
const png = (name = 'ice.png') => new File(['ice'], name, { type: 'image/png' });
const address = (n: number) => ({ fileKey: 'a/ice.png', fileURL: `/files/ice-${n}.png` });
const UPLOAD: Script = {
  [`GET ${FILE}`]: () => ({
    fileKey: 'a/new.png',
    fileURL: '/files/new.png',
    uploadURL: 'https://files.example/new.png',
    headers: {},
  }),
};

describe('an image', () => {
  it("is shown from the server's address with its alternative text", async () => {
    const server = serveApi({ [`GET ${FILE}`]: () => address(1) });
    await openNotes([picture(), after]);
    const shown = await findByRole('img', 'A glacier');
    expect(shown.getAttribute('src')).toBe('/files/ice-1.png');
    expect(server.of(`GET ${FILE}`)[0]?.query).toEqual({ fileKey: 'a/ice.png' });
  });

  it('says why it could not be loaded, and is shown once it can', async () => {
    const server = serveApi({ [`GET ${FILE}`]: () => new Refusal(403, 'forbidden', 'Not yours.') });
    await openNotes([picture(), after]);
    await findText(texts.notShown);
    expect(pageText()).toContain('Not yours.');
    server.change({ [`GET ${FILE}`]: () => address(1) });
    await click(getByRole('button', texts.retry));
    await findByRole('img', 'A glacier');
    expect(pageText()).not.toContain(texts.notShown);
  });

  it('requests another address once when one has expired', async () => {
    let given = 0;
    serveApi({ [`GET ${FILE}`]: () => address((given += 1)) });
    await openNotes([picture(), after]);
    const shown = await findByRole('img', 'A glacier');
    shown.dispatchEvent(new Event('error'));
    await expect
      .poll(() => queryByRole('img', 'A glacier')?.getAttribute('src'))
      .toBe('/files/ice-2.png');
    getByRole('img', 'A glacier').dispatchEvent(new Event('error'));
    await findText(texts.notShown);
    expect(given).toBe(2);
  });

  it('gets an alternative text, saved with Enter', async () => {
    serveApi({ [`GET ${FILE}`]: () => address(1) });
    const notes = await openNotes([picture({ alt: '' }), after]);
    await click(await findByRole('button', texts.alt));
    const field = await findByRole('textbox', texts.alt);
    await type(field, 'Blue ice');
    await press('Enter', { on: field });
    await findNoRole('textbox', texts.alt);
    expect(notes.attributes('image')['alt']).toBe('Blue ice');
    await findByRole('img', 'Blue ice');
  });

  it('is resized with the keyboard, within the column', async () => {
    serveApi({ [`GET ${FILE}`]: () => address(1) });
    const notes = await openNotes([picture(), after]);
    const edge = await findByRole('slider', texts.width);
    expect(edge.getAttribute('aria-valuetext')).toBe(texts.original);
    const width = () => notes.attributes('image')['width'];
    edge.focus();
    await press('ArrowLeft');
    expect(width()).toBe(790);
    await press('ArrowDown', { shiftKey: true });
    expect(width()).toBe(750);
    expect(edge.getAttribute('aria-valuetext')).toBe(texts.pixels(750));
    await press('ArrowRight', { shiftKey: true });
    expect(width()).toBe(800);
    await press('Home');
    expect(width()).toBe(0);
    await press('End');
    expect(width()).toBe(800);
    expect(await press('x')).toBe(false);
  });

  it('is resized by dragging its edge, and reset with a double click', async () => {
    serveApi({ [`GET ${FILE}`]: () => address(1) });
    const notes = await openNotes([picture(), after]);
    const edge = await findByRole('slider', texts.width);
    const point = (kind: string, clientX: number) =>
      edge.dispatchEvent(new PointerEvent(kind, { bubbles: true, clientX, pointerId: 1 }));
    const pull = async (...toX: number[]) => {
      point('pointerdown', 800);
      await settle();
      for (const x of toX) point('pointermove', x);
      point('pointerup', toX.at(-1) ?? 800);
      await settle();
    };
    await pull();
    expect(notes.attributes('image')['width']).toBe(0);
    await pull(700, 500);
    expect(notes.attributes('image')['width']).toBe(500);
    await pull(-900);
    expect(notes.attributes('image')['width']).toBe(80);
    edge.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    expect(notes.attributes('image')['width']).toBe(0);
  });

  it('links to the moment of the video that it shows', async () => {
    serveApi({ [`GET ${FILE}`]: () => address(1) });
    const onGo = vi.fn();
    await openNotes([picture({ source_id: id(7), sec: 83 }), after], { onGo });
    await click(await findByRole('button', texts.go('01:23')));
    expect(onGo.mock.calls[0]).toMatchObject([id(7), { medium: 'timed', startS: 83 }]);
  });

  it("has no controls for readers, who are told if it isn't uploaded yet", async () => {
    serveApi({ [`GET ${FILE}`]: () => address(1) });
    const waiting = picture({ _id: 'image-2', file_key: '', file: 'ice.png' });
    await openNotes([picture(), waiting, after], { readOnly: true });
    await findByRole('img', 'A glacier');
    await findText(texts.elsewhere);
    for (const name of [texts.alt, texts.remove, texts.replace, texts.choose])
      expect(queryByRole('button', name)).toBeUndefined();
    expect(queryByRole('slider', texts.width)).toBeUndefined();
  });
});

describe('deleting an image', () => {
  const deleted = async (script: Script = {}) => {
    const server = serveApi({
      [`GET ${FILE}`]: () => address(1),
      'POST thread/delete-file': () => ({ fileKey: 'a/ice.png' }),
      ...script,
    });
    const notes = await openNotes([picture(), after]);
    const button = await findByRole('button', texts.remove);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    button.click();
    return { server, notes };
  };
  const wait = async () => {
    await vi.advanceTimersByTimeAsync(8000);
    await vi.advanceTimersByTimeAsync(100);
    vi.useRealTimers();
    await settle();
  };

  it('deletes its file once it can no longer be undone', async () => {
    const { server, notes } = await deleted();
    expect(notes.types()).toEqual(['paragraph']);
    await vi.advanceTimersByTimeAsync(7000);
    expect(server.of('POST thread/delete-file')).toEqual([]);
    await wait();
    expect(server.of('POST thread/delete-file')[0]?.body).toEqual({
      threadId: THREAD,
      fileKey: 'a/ice.png',
    });
  });

  it('keeps the file if the image is restored', async () => {
    const { server, notes } = await deleted();
    await vi.advanceTimersByTimeAsync(100);
    getByRole('button', texts.undo).click();
    await wait();
    expect(notes.types()).toEqual(['image', 'paragraph']);
    expect(server.of('POST thread/delete-file')).toEqual([]);
  });

  it('keeps the file while a copy of the image is in the notes', async () => {
    const { server, notes } = await deleted();
    notes.editor.commands.insertContent(picture({ _id: 'copy' }));
    await wait();
    expect(server.of('POST thread/delete-file')).toEqual([]);
  });

  it('says that its file could not be deleted', async () => {
    await deleted({ 'POST thread/delete-file': () => new Refusal(403, 'forbidden', 'No.') });
    await wait();
    await findText(texts.deleteFailed);
  });
});

describe('a new image', () => {
  it('is shown at once with its progress, and announced once it is uploaded', async () => {
    const uploads = catchUploads();
    const server = serveApi(UPLOAD);
    const notes = await openNotes();
    await notes.paste({}, [png()]);
    await expect.poll(() => uploads).toHaveLength(1);
    expect(server.of(`GET ${FILE}`)[0]?.query).toEqual({
      name: 'ice.png',
      contentType: 'image/png',
      size: '3',
    });
    expect(uploads[0]?.url).toBe('https://files.example/new.png');
    uploads[0]?.progress(0.4);
    await findText(texts.uploading(0.4));
    expect(getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
    uploads[0]?.end(200);
    await findText(texts.uploaded);
    expect(notes.attributes('image')).toMatchObject({
      file_key: 'a/new.png',
      uploaded: true,
      file: 'ice.png',
    });
    expect(queryByRole('progressbar')).toBeUndefined();
  });

  it('says why it could not be uploaded, and is uploaded on retry', async () => {
    const uploads = catchUploads();
    serveApi(UPLOAD);
    const notes = await openNotes();
    await notes.paste({}, [png()]);
    await expect.poll(() => uploads).toHaveLength(1);
    uploads[0]?.end(413, JSON.stringify({ code: 'too_large', message: 'It is too large.' }));
    const alert = await findByRole('alert');
    expect(pageText(alert)).toContain(texts.failed);
    expect(pageText(alert)).toContain('It is too large.');
    await click(getByRole('button', texts.retry, alert));
    await expect.poll(() => uploads).toHaveLength(2);
    uploads[1]?.end(200);
    await findText(texts.uploaded);
    expect(notes.attributes('image')['file_key']).toBe('a/new.png');
  });

  it('is deleted with its block if it could not be uploaded', async () => {
    const uploads = catchUploads();
    serveApi(UPLOAD);
    const notes = await openNotes();
    await notes.paste({}, [png()]);
    await expect.poll(() => uploads).toHaveLength(1);
    uploads[0]?.end(413, '');
    await click(getByRole('button', texts.remove, await findByRole('alert')));
    expect(notes.types()).toEqual(['paragraph']);
  });

  it('is kept in this browser while the server is unreachable, and uploaded afterwards', async () => {
    const uploads = catchUploads();
    serveApi(UPLOAD);
    await openNotes().then((notes) => notes.paste({}, [png()]));
    await expect.poll(() => uploads).toHaveLength(1);
    uploads[0]?.lose();
    await findText(texts.waiting);
    dispatchEvent(new Event('online'));
    await expect.poll(() => uploads).toHaveLength(2);
    uploads[1]?.end(200);
    await findText(texts.uploaded);
  });

  it('is dropped onto an empty block, or chosen from the device', async () => {
    const uploads = catchUploads();
    serveApi(UPLOAD);
    const notes = await openNotes([block('image', {}), after]);
    const choose = await findByRole('button', new RegExp(texts.choose));
    const drop = (file: File) =>
      choose.dispatchEvent(
        Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
          dataTransfer: { files: [file] },
        }),
      );
    drop(new File(['x'], 'notes.txt', { type: 'text/plain' }));
    await findText(texts.notImage);
    expect(uploads).toEqual([]);
    const chooser = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function open(
      this: HTMLInputElement,
    ) {
      Object.defineProperty(this, 'files', { value: [png('chosen.png')] });
      this.dispatchEvent(new Event('change'));
    });
    onTestFinished(() => chooser.mockRestore());
    await click(choose);
    await expect.poll(() => uploads).toHaveLength(1);
    uploads[0]?.end(200);
    await expect.poll(() => notes.attributes('image')['file']).toBe('chosen.png');
  });
});
