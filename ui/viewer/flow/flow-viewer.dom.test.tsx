import { createRef } from 'react';
import { expect, it, vi } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import { CLIP_COLORS } from '#ui/kit/clip-colors.tsx';
import { singleKeys } from '#ui/kit/single-keys.ts';
import { noticeTexts } from '#ui/kit/texts/source-notices.ts';
import { serveApi } from '#ui/testing/api-stand-in.ts';
import { webSource } from '#ui/testing/examples.ts';
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
import { click, press, type } from '#ui/testing/user.ts';
import { markTexts } from '../marks/texts.ts';
import { viewerTexts } from '../texts/viewer.ts';
import type { MediumHandle, ViewerClip } from '../viewer-handle.ts';
import { FlowViewer } from './flow-viewer.tsx';
import { openFramedPage, pageFrame } from './testing/framed-page.ts';
import { pageTexts as texts } from './texts.ts';

const PAGE = { fileUrl: '/content/web', readModFileUrl: '/content/reader' };
const CLIP: ViewerClip = {
  _id: 'clip-1',
  color: CLIP_COLORS[0].color,
  locator: { medium: 'flow', paragraph: 3, quote: 'memory', prefix: 'on ', suffix: '.' },
};
async function shown(source: Source = webSource(1, PAGE), own = true) {
  const server = serveApi({ 'POST sources/:id/retry': () => ({}) });
  const handle = createRef<MediumHandle>();
  const calls = {
    onClip: vi.fn(),
    onAsk: vi.fn(),
    onEditClip: vi.fn(),
    onChangeClip: vi.fn(),
    onDeleteClip: vi.fn(),
  };
  const viewer = (of: Source) => (
    <FlowViewer
      source={of}
      threadId={undefined}
      clips={[CLIP]}
      own={own}
      tools={null}
      ref={handle}
      {...calls}
    />
  );
  const { update } = await render(viewer(source));
  return { server, handle, show: (next: Source) => update(viewer(next)), ...calls };
}
/** Simulates a recent user gesture in the frame. */
async function pressInFrame(element: HTMLIFrameElement) {
  element.focus();
  Object.defineProperty(navigator, 'userActivation', {
    value: { isActive: true },
    configurable: true,
  });
  await settle();
}
const select = { text: 'selected words', spot: { x: 50, top: 100, bottom: 120 } };

it('isolates a page in a sandboxed frame', async () => {
  await shown();
  expect(pageFrame().getAttribute('sandbox')).not.toContain('allow-same-origin');
  expect(pageFrame().getAttribute('referrerpolicy')).toBe('no-referrer');
  expect(pageFrame().src).toContain('/content/reader#');
});

it('shows Reader first, and the original page on request', async () => {
  await shown();
  const reader = getByRole('radio', texts.views.reader);
  expect(reader.getAttribute('aria-checked')).toBe('true');
  await click(getByRole('radio', texts.views.web));
  expect(pageFrame().src).toContain('/content/web#');
});

it('shows the original page if there is no Reader', async () => {
  await shown(webSource(1, { fileUrl: '/content/web' }));
  expect(pageFrame().src).toContain('/content/web#');
  expect(getByRole('radio', texts.views.reader)).toHaveProperty('disabled', true);
});

it('says that the page is being saved, and shows it afterwards', async () => {
  const saving = webSource(1, { readModFileUrl: '/content/reader', saving: true });
  const { show } = await shown(saving);
  expect(pageFrame().src).toContain('/content/reader#');
  await click(getByRole('radio', texts.views.web));
  expect(pageText()).toContain(texts.saving);
  await show(webSource(1, PAGE));
  expect(pageFrame().src).toContain('/content/web#');
  expect(pageText()).not.toContain(texts.saving);
});

it('replaces the old version once the new one is saved', async () => {
  const { show } = await shown(webSource(1, { ...PAGE, version: 2, saving: true }));
  await click(getByRole('radio', texts.views.web));
  expect(pageFrame().src).toContain('/content/web#');
  await show(webSource(1, { ...PAGE, version: 2, fileUrl: '/content/web-2' }));
  expect(pageFrame().src).toContain('/content/web-2#');
});

it('links to the original', async () => {
  await shown();
  const link = getByRole('link', viewerTexts.openOriginal);
  expect(link.getAttribute('href')).toBe('https://example.org/page-1');
  expect(link.getAttribute('rel')).toContain('noopener');
});

it('shows the clips in the page, and goes to a position requested before it was ready', async () => {
  const { handle } = await shown();
  handle.current?.goTo({ place: 7, quote: 'memory' });
  const page = await openFramedPage();
  await expect
    .poll(() => page.last('webIframe_scrollTo'))
    .toMatchObject({
      paragraph: 7,
      quote: 'memory',
    });
  expect(page.last('webIframe_updateClips')).toMatchObject({
    canDelete: true,
    clips: [{ _id: 'clip-1', paragraph: 3, quote: 'memory' }],
  });
  await page.say('web_place', { paragraph: 5 });
  await expect.poll(() => handle.current?.place()).toBe(5);
});

it('ignores a page without the secret of its address', async () => {
  await shown();
  const posted = vi.fn();
  const page = pageFrame().contentWindow;
  if (page) page.postMessage = posted;
  window.dispatchEvent(
    new MessageEvent('message', { source: page, data: { type: 'web_hello', mount: 'other' } }),
  );
  window.dispatchEvent(
    new MessageEvent('message', {
      source: window,
      data: { type: 'web_hello', mount: pageFrame().src.split('#')[1] },
    }),
  );
  expect(posted).not.toHaveBeenCalled();
});

it('saves the selected text in a colour', async () => {
  const { onClip } = await shown();
  const page = await openFramedPage();
  await page.say('web_select', select);
  await findByRole('toolbar', markTexts.selectedText);
  await click(getByRole('button', markTexts.highlightIn(CLIP_COLORS[2].name)));
  await expect
    .poll(() => page.last('webIframe_takeClip'))
    .toMatchObject({
      color: CLIP_COLORS[2].color,
      underline: false,
    });
  const taken = {
    paragraph: 3,
    text: 'selected words',
    prefix: 'the ',
    suffix: '.',
    occurrence: 0,
  };
  await page.say('web_createClip', { ...taken, color: CLIP_COLORS[2].color });
  await expect
    .poll(() => onClip.mock.calls[0]?.[0])
    .toMatchObject({
      color: CLIP_COLORS[2].color,
      locator: { medium: 'flow', paragraph: 3, quote: 'selected words' },
    });
  await page.say('web_createClip', taken);
  expect(onClip).toHaveBeenCalledOnce();
});

it('asks about the selected text next to it', async () => {
  const { onAsk, onClip } = await shown();
  const page = await openFramedPage();
  await page.say('web_select', select);
  await click(await findByRole('button', /Ask AI/));
  await expect.poll(() => page.last('webIframe_takeClip')).toBeDefined();
  await page.say('web_createClip', {
    paragraph: 3,
    text: 'selected words',
    prefix: '',
    suffix: '',
    occurrence: 0,
  });
  await expect.poll(() => onAsk.mock.calls).toHaveLength(1);
  expect(onAsk.mock.calls[0]?.[1]).toMatchObject({ x: 50, y: 200 });
  expect(onClip).not.toHaveBeenCalled();
});

it('opens a clicked highlight, and returns the focus to it', async () => {
  const { onDeleteClip } = await shown();
  const page = await openFramedPage();
  await pressInFrame(page.element);
  await page.say('web_editClip', {
    _id: 'clip-1',
    box: { left: 10, top: 10, width: 50, height: 20 },
  });
  await findByRole('dialog', markTexts.highlight);
  await click(getByRole('button', markTexts.deleteHighlight));
  expect(onDeleteClip.mock.calls).toEqual([['clip-1']]);
  await expect.poll(() => page.last('webIframe_focusClip')).toMatchObject({ _id: 'clip-1' });
});

it('opens a link only after a user gesture in the frame', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  await shown();
  const page = await openFramedPage();
  getByRole('radio', texts.views.reader).focus();
  await page.say('web_link', { href: 'https://example.org/next' });
  expect(open).not.toHaveBeenCalled();
  await pressInFrame(page.element);
  await page.say('web_link', { href: 'https://example.org/next' });
  await expect
    .poll(() => open.mock.calls[0])
    .toEqual(['https://example.org/next', '_blank', 'noopener,noreferrer']);
  open.mockRestore();
});

it('searches the page and counts matches', async () => {
  await shown();
  const page = await openFramedPage();
  expect(await press('f', { ctrlKey: true, on: document.body })).toBe(true);
  const field = await findByRole('textbox', texts.find);
  await type(field, 'memory');
  await expect.poll(() => page.last('webIframe_find')).toMatchObject({ query: 'memory' });
  await page.say('web_found', { current: 1, total: 4 });
  await findText(viewerTexts.foundCount(1, 4));
  await press('Enter', { on: field, shiftKey: true });
  await expect.poll(() => page.last('webIframe_find')).toMatchObject({ step: 'previous' });
  await page.say('web_found', { current: 0, total: 0 });
  await findText(viewerTexts.noResults);
  await press('Escape', { on: field });
  expect(queryByRole('textbox', texts.find)).toBeUndefined();
  expect(document.activeElement).toBe(page.element);
});

it('goes to the headings of a page', async () => {
  await shown();
  const page = await openFramedPage();
  expect(queryByRole('button', texts.outline)).toBeUndefined();
  await page.say('web_outline', {
    headings: [
      { paragraph: 4, level: 2, text: 'Banks' },
      { paragraph: 8, level: 3, text: 'Floods' },
    ],
  });
  await click(await findByRole('button', texts.outline));
  await click(await findByRole('button', 'Floods'));
  await expect.poll(() => page.last('webIframe_scrollTo')).toMatchObject({ paragraph: 8 });
  expect(document.activeElement).toBe(page.element);
});

it('steps through paragraphs with J and K, unless single keys are disabled', async () => {
  await shown();
  const page = await openFramedPage();
  expect(await press('j', { on: document.body })).toBe(true);
  await expect.poll(() => page.last('webIframe_step')).toMatchObject({ by: 1 });
  await pressInFrame(page.element);
  await page.say('web_key', { key: 'previous' });
  await expect.poll(() => page.last('webIframe_step')).toMatchObject({ by: -1 });
  singleKeys.write(false);
  await page.say('web_key', { key: 'next' });
  expect(await press('j', { on: document.body })).toBe(false);
  expect(page.last('webIframe_step')).toMatchObject({ by: -1 });
});

it('enlarges only images of the content host, and returns the focus to the page', async () => {
  await shown();
  const page = await openFramedPage();
  await pressInFrame(page.element);
  const image = { alt: 'A lock', caption: 'The lock at dusk' };
  await page.say('web_image', { src: 'https://evil.example/pixel.png', ...image });
  expect(queryByRole('dialog')).toBeUndefined();
  await page.say('web_image', { src: `${location.origin}/content/lock.png`, ...image });
  const dialog = await findByRole('dialog', 'A lock');
  expect(getByRole('img', 'A lock', dialog).getAttribute('src')).toMatch(/lock\.png$/);
  expect(pageText(dialog)).toContain('The lock at dusk');
  await press('Escape');
  await findNoRole('dialog', 'A lock');
  expect(document.activeElement).toBe(page.element);
});

it('says that a page did not open if it loads without a message', async () => {
  await shown();
  pageFrame().dispatchEvent(new Event('load'));
  await findText(texts.silent);
});

it('gives up on a page that leaves its frame repeatedly', async () => {
  await shown();
  for (let n = 0; n < 3; n += 1) {
    pageFrame().dispatchEvent(new Event('load'));
    pageFrame().dispatchEvent(new Event('load'));
    await settle();
  }
  await findText(texts.notEmbeddable);
  expect(document.querySelector('iframe')).toBeNull();
  await click(getByRole('button', viewerTexts.retry));
  await expect.poll(() => document.querySelector('iframe')).not.toBeNull();
});

it('says that a page is being processed', async () => {
  await shown(webSource(1, { status: { transcript: 0, embedding: 0, webpage_processing: 1 } }));
  expect(pageText()).toContain(noticeTexts.pageProcessing);
  expect(getByRole('button', texts.find)).toHaveProperty('disabled', true);
});

it('says why a page could not be loaded, and offers its owner a retry', async () => {
  const failed = webSource(1, {
    ...PAGE,
    status: { transcript: 0, embedding: 2, webpage_processing: 2 },
    error: { code: 'fetch_failed', message: 'The site did not answer.' },
  });
  const { server } = await shown(failed);
  expect(pageText()).toContain(`${noticeTexts.pageFailed} The site did not answer.`);
  expect(document.querySelector('iframe')).toBeNull();
  await click(getByRole('button', viewerTexts.retry));
  await expect.poll(() => server.of('POST sources/:id/retry')).toHaveLength(1);
});
