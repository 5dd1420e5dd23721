import { expect, it } from 'vitest';
import { Refusal, serveApi } from '#ui/testing/api-stand-in.ts';
import { thread, webSource } from '#ui/testing/examples.ts';
import {
  findByRole,
  findText,
  getByRole,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { click } from '#ui/testing/user.ts';
import { workspaceRoutes, workspaceScript } from './testing/workspace.tsx';
import { workspaceTexts as texts } from './texts/workspace.ts';

const THREAD = thread(1, { title: 'Memory', thread_source_data: [webSource(10)] });

it('says that the thread is loading, then uses its name as the window title', async () => {
  const answer = Promise.withResolvers<typeof THREAD>();
  serveApi({ ...workspaceScript(THREAD), 'GET threads/:id': () => answer.promise });
  await render(workspaceRoutes, { at: '/t/thread-1' });
  expect(getByRole('main').getAttribute('aria-busy')).toBe('true');
  expect(document.title).toBe('Gloss');
  answer.resolve(THREAD);
  await findByRole('heading', 'Memory');
  expect(document.title).toBe(texts.page('Memory'));
  expect(getByRole('main').hasAttribute('aria-busy')).toBe(false);
});

it('requests the thread by its address, with only the first blocks of its notes', async () => {
  const server = serveApi(workspaceScript(THREAD));
  await render(workspaceRoutes, { at: '/t/thread-1' });
  await findByRole('heading', 'Memory');
  const [request] = server.of('GET threads/:id');
  expect(request?.path).toBe('threads/thread-1');
  expect(request?.query).toEqual({ nodes: '40' });
});

it('says that the thread does not exist, and links to the list', async () => {
  serveApi({
    ...workspaceScript(THREAD),
    'GET threads/:id': () => new Refusal(404, 'not_found', 'No such thread.'),
  });
  await render(workspaceRoutes, { at: '/t/thread-9' });
  await findByRole('heading', texts.gone);
  await findText(texts.goneText);
  expect(queryByRole('button', texts.retry)).toBeUndefined();
  await click(getByRole('link', texts.toThreads));
  await findByRole('heading', 'Elsewhere');
});

it('asks to sign in to a private thread', async () => {
  serveApi({
    ...workspaceScript(THREAD, null),
    'GET threads/:id': () => new Refusal(401, 'no_session', 'Sign in.'),
  });
  await render(workspaceRoutes, { at: '/t/thread-1' });
  await findByRole('heading', texts.closed);
  expect(pageText()).toContain(texts.closedText);
  expect(getByRole('button', 'Login').getAttribute('aria-haspopup')).toBe('dialog');
});

it('says why a thread could not be loaded, and retries', async () => {
  const server = serveApi({
    ...workspaceScript(THREAD),
    'GET threads/:id': () => new Refusal(418, 'odd', 'The server is resting.'),
  });
  await render(workspaceRoutes, { at: '/t/thread-1' });
  await findByRole('heading', texts.failed);
  expect(pageText()).toContain('The server is resting.');
  server.change({ 'GET threads/:id': () => THREAD });
  await click(getByRole('button', texts.retry));
  await findByRole('heading', 'Memory');
});
