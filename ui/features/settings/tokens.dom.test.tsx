import { expect, it, onTestFinished } from 'vitest';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id } from '#ui/testing/examples.ts';
import {
  findByRole,
  findNoRole,
  findText,
  getByRole,
  itemsOf,
  pageText,
  queryByRole,
  render,
  tabStopsIn,
} from '#ui/testing/screen.tsx';
import { choose, click, press, type } from '#ui/testing/user.ts';
import { passkeyTexts } from './texts/passkeys.ts';
import { settingsTexts, tokenTexts as texts } from './texts/settings.ts';
import { Tokens } from './tokens.tsx';

const token = (n: number) => ({
  _id: id(n),
  name: `Token ${n}`,
  scope: 'write',
  prefix: `gls_${n}`,
  createdAt: '2026-03-01T12:00:00.000Z',
  lastUsedAt: null,
  expiresAt: null,
});
const opened = async (script: Script = {}) => {
  const server = serveApi({ 'GET me/tokens': () => ({ docs: [token(1), token(2)] }), ...script });
  await render(<Tokens />);
  return server;
};
const making = async (script: Script) => {
  const server = await opened(script);
  await click(getByRole('button', texts.make));
  const field = await findByRole('textbox', texts.name);
  return { server, field };
};
const listed = () => itemsOf(getByRole('list', texts.list));

it('says why the tokens could not be loaded, and retries', async () => {
  const server = await opened({
    'GET me/tokens': () => new Refusal(403, 'forbidden', 'Not today.'),
  });
  await findByRole('heading', texts.failed);
  expect(pageText()).toContain('Not today.');
  server.change({ 'GET me/tokens': () => ({ docs: [token(1)] }) });
  await click(getByRole('button', settingsTexts.retry));
  await findByRole('list', texts.list);
  expect(listed()).toHaveLength(1);
});

it('removes a deleted token from the list before the server has responded', async () => {
  const answer = Promise.withResolvers<object>();
  const server = await opened({ 'DELETE me/tokens/:id': () => answer.promise });
  await click(await findByRole('button', texts.delete('Token 1')));
  await click(await findByRole('button', texts.deleteAction));
  await expect.poll(listed).toHaveLength(1);
  server.change({ 'GET me/tokens': () => ({ docs: [token(2)] }) });
  answer.resolve({});
  await findText(texts.deleted);
  expect(listed()[0]).toContain('Token 2');
});

it('is one tab stop with arrow keys between tokens', async () => {
  await opened();
  const first = await findByRole('button', texts.delete('Token 1'));
  const stops = () => tabStopsIn(getByRole('list', texts.list));
  expect(stops()).toEqual([first]);
  first.focus();
  await press('ArrowDown');
  expect(stops()).toEqual([getByRole('button', texts.delete('Token 2'))]);
});

it('creates a token with Enter, for 90 days by default, and lists it', async () => {
  const { server, field } = await making({
    'POST me/tokens': () => ({ ...token(3), token: 'gls_secret' }),
  });
  await press('Enter', { on: field });
  expect(server.of('POST me/tokens')).toEqual([]);
  await type(field, 'Laptop');
  await press('Enter', { on: field });
  await findByRole('textbox', texts.token);
  expect(server.of('POST me/tokens')[0]?.body).toEqual({
    name: 'Laptop',
    scope: 'write',
    days: 90,
  });
  server.change({ 'GET me/tokens': () => ({ docs: [token(1), token(2), token(3)] }) });
  await click(getByRole('button', texts.done));
  await expect.poll(listed).toHaveLength(3);
});

it('keeps what was typed if the server refuses, and says why', async () => {
  const { server, field } = await making({
    'POST me/tokens': () => new Refusal(409, 'too_many', 'You have 50 tokens.'),
  });
  await type(field, 'Laptop');
  await choose(getByRole('combobox', texts.expiry), texts.expiresAfter(30));
  await click(getByRole('button', texts.create));
  expect(pageText(await findByRole('alert'))).toBe('You have 50 tokens.');
  expect(field).toHaveProperty('value', 'Laptop');
  await click(getByRole('button', texts.create));
  await expect.poll(() => server.of('POST me/tokens')).toHaveLength(2);
  expect(server.of('POST me/tokens')[1]?.body).toMatchObject({ days: 30 });
});

it('returns to the form if the password is not entered', async () => {
  const { field } = await making({
    'POST me/tokens': () => new Refusal(403, 'confirm_password', 'Confirm.'),
  });
  await type(field, 'Laptop');
  await click(getByRole('button', texts.create));
  await findByRole('dialog', passkeyTexts.confirm);
  expect(getByRole('button', passkeyTexts.next)).toHaveProperty('disabled', true);
  await press('Escape');
  await findByRole('dialog', texts.make);
  expect(getByRole('textbox', texts.name)).toHaveProperty('value', 'Laptop');
  expect(queryByRole('alert')).toBeUndefined();
});

it('copies a new token, or says that the browser did not allow it', async () => {
  let isRefused = true;
  const copied: string[] = [];
  const before = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: {
      writeText: (text: string) =>
        isRefused ? Promise.reject(new Error('denied')) : Promise.resolve(void copied.push(text)),
    },
  });
  onTestFinished(() => {
    if (before) Object.defineProperty(navigator, 'clipboard', before);
    else Reflect.deleteProperty(navigator, 'clipboard');
  });
  const { field } = await making({
    'POST me/tokens': () => ({ ...token(3), token: 'gls_secret' }),
  });
  await type(field, 'Laptop');
  await click(getByRole('button', texts.create));
  await click(await findByRole('button', texts.copy));
  await findText(texts.copyFailed);
  isRefused = false;
  await click(getByRole('button', texts.copy));
  await expect.poll(() => copied).toEqual(['gls_secret']);
  await press('Escape');
  await findNoRole('dialog');
  expect(pageText()).not.toContain('gls_secret');
});
