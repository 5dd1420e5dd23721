import { describe, expect, it } from 'vitest';
import type { Post } from '#core/contract/post.ts';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { catchDrawings } from '#ui/testing/canvas.ts';
import { descriptionOf } from '#ui/testing/accessible-name.ts';
import { id, thread, videoSource, webSource } from '#ui/testing/examples.ts';
import {
  findByRole,
  findNoRole,
  findText,
  getByRole,
  pageText,
  queryByRole,
  render,
  settle,
} from '#ui/testing/screen.tsx';
import { catchUploads } from '#ui/testing/uploads.ts';
import { click, giveFiles, type } from '#ui/testing/user.ts';
import { CoverField } from './cover-field.tsx';
import { post } from '#ui/testing/post-example.ts';
import { publishTexts as texts } from './texts.ts';

const PLACE: Script = {
  'GET post/v1/post-thumbnail-signed-url/:id': () => ({
    fileKey: 'covers/1',
    uploadURL: 'https://files.example/cover',
    headers: {},
  }),
  'PUT post/v1/post-thumbnail/:id': () => post(1),
};
const COVER = { url: '/c.jpg', width: 10, height: 10, sizes: [] };
const photo = (more: Partial<File> = {}) =>
  Object.defineProperties(
    new File(['...'], 'photo.png', { type: 'image/png' }),
    Object.fromEntries(Object.entries(more).map(([name, value]) => [name, { value }])),
  );
const cover = () => getByRole('region', texts.cover);
const opened = async (script: Script = PLACE, of: Post = post(1)) => {
  const server = serveApi(script);
  await render(<CoverField post={of} problem={undefined} />);
  return server;
};
const give = async (file: File) => {
  const input = document.querySelector('input[type=file]');
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no field for a file.');
  await giveFiles(input, file);
  return input;
};

it('accepts every image type, and says which are readable if one is not', async () => {
  await opened();
  const input = await give(new File(['%PDF-'], 'paper.pdf', { type: 'application/pdf' }));
  expect(input.getAttribute('accept')).toBe('image/*');
  await findText(texts.coverNotImage);
  await give(photo({ size: 20 * 2 ** 20 + 1 }));
  await findText(texts.coverTooBig);
  expect(queryByRole('dialog')).toBeUndefined();
});

it('offers no source images if the thread is gone', async () => {
  await opened(PLACE, post(1, { thread: null }));
  expect(getByRole('button', texts.coverVideo)).toHaveProperty('disabled', true);
  expect(queryByRole('button', texts.coverRemove)).toBeUndefined();
  expect(pageText(cover())).toContain(texts.coverNone);
});

it("keeps the cover if it can't be removed, and says why", async () => {
  await opened(
    { 'PUT post/v1/update-post/:id': () => new Refusal(409, 'conflict', 'Somebody saved it.') },
    post(1, { cover: COVER }),
  );
  await click(getByRole('button', texts.coverRemove));
  await findText('Somebody saved it.', cover());
  expect(getByRole('img', texts.coverAlt).getAttribute('src')).toBe('/c.jpg');
  expect(getByRole('button', texts.coverRemove)).toHaveProperty('disabled', false);
});

describe('cropping an image', () => {
  const cropping = async (width: number, height: number, file = photo()) => {
    const drawings = catchDrawings();
    const uploads = catchUploads();
    const server = await opened();
    await give(file);
    const dialog = await findByRole('dialog', texts.crop);
    const image = await findByRole('img', texts.cropImage, dialog);
    Object.defineProperties(image, {
      naturalWidth: { value: width },
      naturalHeight: { value: height },
    });
    expect(getByRole('button', texts.cropUse, dialog)).toHaveProperty('disabled', true);
    image.dispatchEvent(new Event('load'));
    await settle();
    return { server, drawings, uploads, dialog };
  };

  it('crops the middle to the shape of a cover and uploads it', async () => {
    const { server, drawings, uploads } = await cropping(1600, 1000);
    await click(getByRole('button', texts.cropUse));
    await expect.poll(() => uploads).toHaveLength(1);
    expect(drawings).toEqual([{ width: 1600, height: 900, part: [0, 50, 1600, 900] }]);
    expect(queryByRole('dialog')).toBeUndefined();
    expect(uploads[0]?.url).toBe('https://files.example/cover');
    uploads[0]?.progress(0.4);
    await findText(texts.coverProgress(0.4));
    expect(getByRole('button', texts.coverUpload)).toHaveProperty('disabled', true);
    uploads[0]?.end(200);
    await findText(texts.coverDone);
    expect(server.of('PUT post/v1/post-thumbnail/:id')[0]).toMatchObject({
      path: `post/v1/post-thumbnail/${id(1)}`,
      query: { fileKey: 'covers/1' },
    });
    expect(getByRole('button', texts.coverUpload)).toHaveProperty('disabled', false);
  });

  it.each([
    [texts.cropShapes.square, { width: 1000, height: 1000, part: [300, 0, 1000, 1000] }],
    [texts.cropShapes.free, { width: 1600, height: 1000, part: [0, 0, 1600, 1000] }],
  ])('changes the shape: %s', async (shape, drawing) => {
    const { drawings } = await cropping(1600, 1000);
    await click(getByRole('radio', shape));
    await click(getByRole('button', texts.cropUse));
    await expect.poll(() => drawings).toEqual([drawing]);
  });

  it('limits the width to that of screens', async () => {
    const { drawings } = await cropping(4800, 2700);
    await click(getByRole('button', texts.cropUse));
    await expect.poll(() => drawings[0]).toMatchObject({ width: 2400, height: 1350 });
  });

  it("says that the image can't be read, and can be cancelled", async () => {
    const { server, dialog } = await cropping(0, 0);
    getByRole('img', texts.cropImage).dispatchEvent(new Event('error'));
    await findText(texts.coverNotImage, dialog);
    expect(getByRole('button', texts.cropUse, dialog)).toHaveProperty('disabled', true);
    await click(getByRole('button', texts.cancel, dialog));
    await findNoRole('dialog');
    expect(server.requests).toEqual([]);
  });

  it('says why the upload failed, until another image is chosen', async () => {
    const { uploads } = await cropping(1600, 900);
    await click(getByRole('button', texts.cropUse));
    await expect.poll(() => uploads).toHaveLength(1);
    uploads[0]?.end(413, JSON.stringify({ code: 'too_large', message: 'It is too large.' }));
    const field = cover();
    await findText('It is too large.', field);
    await give(photo());
    await click(getByRole('button', texts.cancel, await findByRole('dialog', texts.crop)));
    expect(pageText(field)).not.toContain('It is too large.');
  });

  it('accepts a dropped image', async () => {
    await opened();
    const box = cover().firstElementChild;
    const drop = (...files: File[]) =>
      box?.dispatchEvent(
        Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
          dataTransfer: { files },
        }),
      );
    drop();
    await settle();
    expect(queryByRole('dialog')).toBeUndefined();
    drop(photo());
    await findByRole('dialog', texts.crop);
  });
});

describe('images of the sources', () => {
  const picking = async (script: Script) => {
    const server = await opened({ ...PLACE, ...script });
    await click(getByRole('button', texts.coverVideo));
    await findByRole('dialog', texts.pick);
    return server;
  };
  const sources = (...thread_source_data: object[]): Script => ({
    'GET threads/:id': () => thread(1, { thread_source_data }),
  });

  it('say why they could not be loaded, and are retried', async () => {
    const server = await picking({
      'GET threads/:id': () => new Refusal(403, 'forbidden', 'Not today.'),
    });
    await findText('Not today.');
    server.change(sources(webSource(10)));
    await click(getByRole('button', texts.retry));
    await findText(texts.pickNone);
  });

  const framesOf = async (script: Script, video: object = {}) => {
    const server = await picking({ ...sources(videoSource(11, video)), ...script });
    const section = await findByRole('region', texts.frameOf('Video 11'));
    await click(getByRole('button', texts.frame, section));
    return { server, section };
  };
  const FRAME = { image: btoa('frame'), at: 80, film: true };

  it('include a frame of a video, taken by the server and uploaded', async () => {
    const uploads = catchUploads();
    const { server, section } = await framesOf({ 'GET posts/:id/frame': () => FRAME });
    expect(pageText(section)).toContain(texts.frameByServer);
    expect(queryByRole('button', texts.frameUse, section)).toBeUndefined();
    await type(getByRole('textbox', texts.frameAt, section), '1:23');
    await click(getByRole('button', texts.frameShow, section));
    await findByRole('img', texts.frameShown('01:20'), section);
    expect(server.of('GET posts/:id/frame')[0]?.query).toEqual({ source: id(11), at: '83' });
    expect(pageText(section)).not.toContain(texts.frameSmall('01:20'));
    await click(getByRole('button', texts.frameUse, section));
    await expect.poll(() => uploads).toHaveLength(1);
    await findNoRole('dialog');
  });

  it('explain the format of a time', async () => {
    const { section } = await framesOf({});
    const field = getByRole('textbox', texts.frameAt, section);
    await type(field, 'noon');
    expect(descriptionOf(field)).toContain(texts.frameWrong);
    expect(getByRole('button', texts.frameShow, section)).toHaveProperty('disabled', true);
  });

  it("say that a frame is the site's thumbnail, or why there is none", async () => {
    const { server, section } = await framesOf({
      'GET posts/:id/frame': () => ({ ...FRAME, film: false }),
    });
    await click(getByRole('button', texts.frameShow, section));
    await findText(texts.frameSmall('01:20'), section);
    server.change({ 'GET posts/:id/frame': () => new Refusal(422, 'no_frame', 'No film here.') });
    await click(getByRole('button', texts.frameShow, section));
    await findText('No film here.', section);
  });

  it("are drawn in the browser if the video's site allows it", async () => {
    const drawings = catchDrawings();
    const uploads = catchUploads();
    const { server, section } = await framesOf({}, { mediaUrl: 'https://example.org/v.mp4' });
    await type(getByRole('textbox', texts.frameAt, section), '1:23');
    const video = section.querySelector('video');
    expect(video?.currentTime).toBe(83);
    for (const [name, value] of Object.entries({ videoWidth: 1280, videoHeight: 720 }))
      Object.defineProperty(video, name, { value });
    await click(getByRole('button', texts.frameUse, section));
    await expect.poll(() => uploads).toHaveLength(1);
    expect(drawings).toEqual([{ width: 1280, height: 720, part: [0, 0, 1280, 720] }]);
    expect(server.of('GET posts/:id/frame')).toEqual([]);
  });

  it.each(["it can't be drawn", "it can't be played"])(
    'are requested from the server if %s',
    async (why) => {
      catchDrawings({ isTainted: true });
      const { section } = await framesOf(
        { 'GET posts/:id/frame': () => FRAME },
        { mediaUrl: 'https://example.org/v.mp4' },
      );
      if (why === "it can't be played")
        section.querySelector('video')?.dispatchEvent(new Event('error'));
      else await click(getByRole('button', texts.frameUse, section));
      await findText(texts.frameByServer, section);
    },
  );
});
