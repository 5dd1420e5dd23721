import { createRef } from 'react';
import { expect, it, vi } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import { noticeTexts } from '#ui/kit/texts/source-notices.ts';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id, videoSource, webSource } from '#ui/testing/examples.ts';
import {
  findByRole,
  findText,
  getAllByRole,
  getByRole,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { click } from '#ui/testing/user.ts';
// Loaded up front, so that no test waits for a module.
import './flow/flow-viewer.tsx';
import './timed/timed-viewer.tsx';
import { openFramedPage } from './flow/testing/framed-page.ts';
import { Failure } from './notice.tsx';
import { historyTexts } from './history/texts.ts';
import { SourceViewer } from './source-viewer.tsx';
import { simulateVideo } from './timed/testing/media-element.ts';
import { heldVersionTexts } from './texts/held-version.ts';
import { viewerTexts as texts } from './texts/viewer.ts';
import type { ViewerHandle } from './viewer-handle.ts';

const PAGE = webSource(1, { fileUrl: '/content/web', readModFileUrl: '/content/reader' });
const VIDEO = videoSource(2, { mediaUrl: '/content/talk.mp4', duration: 300 });
const STATUS = { transcript: 1, embedding: 1, webpage_processing: 0 };

async function shown(
  source: Source,
  {
    own = true,
    script = {} as Script,
    ...actions
  }: { own?: boolean; script?: Script; onEditLink?: () => void; onRemove?: () => void } = {},
) {
  const server = serveApi({
    'GET sources/:id/transcript': () => ({
      language: 'en',
      formattedMergedTranscript: [],
      words: [],
      chapters: [],
    }),
    ...script,
  });
  const handle = createRef<ViewerHandle>();
  const onClip = vi.fn();
  const element = (it: Source) => (
    <SourceViewer
      ref={handle}
      source={it}
      threadId={undefined}
      onClip={onClip}
      own={own}
      {...actions}
    />
  );
  const rendered = await render(element(source));
  return {
    ...rendered,
    server,
    handle,
    onClip,
    show: (it: Source) => rendered.update(element(it)),
  };
}
const notices = () => getAllByRole('status').map((it) => pageText(it));

it('shows a page and a video in their viewers', async () => {
  const { show } = await shown(PAGE);
  await findByRole('heading', 'Page 1');
  await show(VIDEO);
  await findByRole('region', 'Transcript');
  expect(queryByRole('heading', 'Page 1')).toBeUndefined();
});

it('shows no notice for a ready source', async () => {
  await shown(PAGE);
  await findByRole('heading', 'Page 1');
  expect(notices()).toEqual([]);
});

it.each([
  ['is being processed', 0, noticeTexts.processing],
  ['could not be read', 2, noticeTexts.unreadable('WEB')],
])('says that a source %s', async (_, embedding, said) => {
  await shown({ ...PAGE, status: { ...STATUS, embedding } } as Source);
  await findText(said);
});

it('shows the processing progress of a source', async () => {
  await shown({
    ...PAGE,
    status: { ...STATUS, embedding: 0 },
    progress: { stage: 'embed', done: 3, total: 10 },
  } as Source);
  await findText('Preparing search: passage 4 of 10');
});

const UNREADABLE = {
  ...PAGE,
  status: { ...STATUS, embedding: 2 },
  error: { code: 'fetch_failed', message: 'The site did not answer.' },
} as Source;

it('says why a source could not be read, and offers its owner a retry', async () => {
  const { server } = await shown(UNREADABLE, { script: { 'POST sources/:id/retry': () => ({}) } });
  await findText('The site did not answer.');
  await click(getByRole('button', texts.retry));
  expect(server.of('POST sources/:id/retry')[0]?.path).toBe(`sources/${id(1)}/retry`);
});

it.each([
  ['a page', webSource(1, { status: { ...STATUS, embedding: 2, webpage_processing: 2 } })],
  ['a video', videoSource(1, { status: { ...STATUS, embedding: 2, transcript: 2 } })],
  ['a source', UNREADABLE],
])(
  'offers to change the link of %s that could not be read, and to remove it',
  async (_, source) => {
    const onEditLink = vi.fn();
    const onRemove = vi.fn();
    await shown(source, { onEditLink, onRemove });
    await click(await findByRole('button', texts.editLink));
    expect(onEditLink).toHaveBeenCalledOnce();
    await click(getByRole('button', texts.remove));
    expect(onRemove).toHaveBeenCalledOnce();
  },
);

it('offers neither for a ready source, and no link for a file', async () => {
  const actions = { onEditLink: vi.fn(), onRemove: vi.fn() };
  const { show } = await shown(PAGE, actions);
  await findByRole('heading', 'Page 1');
  expect(queryByRole('button', texts.remove)).toBeUndefined();
  await show({ ...UNREADABLE, canonicalUrl: 'upload:a' } as Source);
  await findByRole('button', texts.remove);
  expect(queryByRole('button', texts.editLink)).toBeUndefined();
});

it('says why a retry was refused', async () => {
  await shown(UNREADABLE, {
    script: { 'POST sources/:id/retry': () => new Refusal(409, 'busy', 'It is being read.') },
  });
  await click(await findByRole('button', texts.retry));
  await findText('It is being read.');
});

it('offers readers no retry', async () => {
  await shown(UNREADABLE, { own: false });
  await findText('The site did not answer.');
  expect(queryByRole('button', texts.retry)).toBeUndefined();
});

it('does not offer to retry a permanent failure', async () => {
  await shown({ ...UNREADABLE, error: { code: 'no_text', message: 'It has no text.' } } as Source);
  await findText('It has no text.');
  expect(queryByRole('button', texts.retry)).toBeUndefined();
});

const STALE = {
  ...PAGE,
  refreshError: { code: 'gone', message: 'The page is gone.', at: '2026-03-01T12:00:00.000Z' },
} as Source;

const HELD = { ...PAGE, held: { version: 2, title: 'For sale' } } as Source;

it.each([
  [heldVersionTexts.use, true],
  [heldVersionTexts.keep, false],
])('asks its owner about a version that changed completely: %s', async (label, accept) => {
  const { server } = await shown(HELD, {
    script: { 'POST sources/:id/held': () => PAGE },
  });
  await findText(`${heldVersionTexts.changed.flow} ${heldVersionTexts.stays}`);
  await click(getByRole('button', label));
  await expect.poll(() => server.of('POST sources/:id/held')[0]?.body).toEqual({ accept });
});

it('compares the held version with the current one', async () => {
  const { server } = await shown(HELD, {
    script: {
      'GET sources/:id/versions': () => ({ versions: [] }),
      'GET sources/:id/diff': () => ({
        from: 1,
        to: 2,
        added: 1,
        removed: 0,
        changed: 0,
        parts: [{ kind: 'added', text: 'This domain is for sale.', after: 1 }],
      }),
    },
  });
  await click(getByRole('button', heldVersionTexts.review));
  const dialog = await findByRole('dialog', historyTexts.version(1));
  await findText('This domain is for sale.');
  expect(pageText(dialog)).toContain(historyTexts.againstHeld(2));
  expect(server.of('GET sources/:id/diff')[0]?.query).toEqual({ from: '1', to: '2' });
});

it('does not ask others about a held version', async () => {
  await shown(HELD, { own: false });
  await findByRole('heading', 'Page 1');
  expect(queryByRole('button', heldVersionTexts.use)).toBeUndefined();
});

it('tells its owner that the last refresh failed, and why', async () => {
  await shown(STALE);
  await findText(texts.lastRefreshFailed('The page is gone.'));
});

it.each([
  ['to readers', STALE, false],
  ['while it is refreshed', { ...STALE, refreshing: true } as Source, true],
])('does not say that %s', async (_, source, own) => {
  await shown(source, { own });
  await findByRole('heading', 'Page 1');
  expect(pageText()).not.toContain('The page is gone.');
});

it('shows the history of a source only to its owner', async () => {
  const { unmount } = await shown(PAGE);
  expect(await findByRole('button', historyTexts.open)).toBeDefined();
  await unmount();
  await shown(PAGE, { own: false });
  await findByRole('heading', 'Page 1');
  expect(queryByRole('button', historyTexts.open)).toBeUndefined();
});

it("has no history for an uploaded file, which can't be refreshed", async () => {
  await shown({ ...PAGE, canonicalUrl: 'upload:key' } as Source);
  await findByRole('heading', 'Page 1');
  expect(queryByRole('button', historyTexts.open)).toBeUndefined();
});

it('goes to a position once its source is shown', async () => {
  const { handle, show } = await shown(VIDEO);
  await findByRole('region', 'Transcript');
  const { element } = simulateVideo({ isLoaded: true, durationS: 300 });
  handle.current?.goTo({ place: 7 }, PAGE._id);
  expect(element.currentTime).toBe(0);
  await show(PAGE);
  const { last } = await openFramedPage();
  await expect.poll(() => last('webIframe_scrollTo')).toMatchObject({ paragraph: 7 });
});

it('returns the current position, and 0 before anything is shown', async () => {
  const { handle } = await shown(VIDEO);
  await findByRole('region', 'Transcript');
  const media = simulateVideo({ isLoaded: true, durationS: 300 });
  media.at(42);
  expect(handle.current?.place()).toBe(42);
});

it('clips a playing video, and returns false for a page', async () => {
  const { handle, onClip, show } = await shown(VIDEO);
  await findByRole('region', 'Transcript');
  simulateVideo({ isLoaded: true, durationS: 300 }).at(12);
  expect(handle.current?.clipLast()).toBe(true);
  expect(onClip).toHaveBeenCalledTimes(1);
  await show(PAGE);
  await findByRole('heading', 'Page 1');
  expect(handle.current?.clipLast()).toBe(false);
});

it("says what can't be shown, what happened, and what to do about it", async () => {
  const onRetry = vi.fn();
  await render(
    <Failure
      text="It broke."
      detail="The file is gone."
      href="https://example.org"
      onRetry={onRetry}
    />,
  );
  const alert = getByRole('alert');
  expect(pageText(alert)).toContain('It broke. The file is gone.');
  await click(getByRole('button', texts.retry, alert));
  expect(onRetry).toHaveBeenCalledTimes(1);
  expect(getByRole('link', texts.openOriginal, alert).getAttribute('rel')).toContain('noopener');
});
