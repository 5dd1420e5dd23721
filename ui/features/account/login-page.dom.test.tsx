import { expect, it, vi } from 'vitest';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id, me } from '#ui/testing/examples.ts';
import { descriptionOf } from '#ui/testing/accessible-name.ts';
import {
  findByRole,
  findText,
  getByRole,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { LoginPage } from './login-page.tsx';
import { passkeyTexts } from './texts/passkeys.ts';
import { accountTexts, loginTexts } from './texts/pages.ts';
import { secondStepTexts } from './texts/second-step.ts';

const ACCOUNTS = { accounts: 'accounts', signup: 'open', passkeys: false, oidc: null };
const signedIn = () => ({
  accessToken: 'token',
  expiresAt: '2026-03-01T12:15:00.000Z',
  user: me().user,
});
const step = (...ways: string[]) => ({
  second_step: { challenge: 'c1', ways, expiresAt: '2026-03-01T12:05:00.000Z' },
});
const opened = async (script: Script = {}, at = '/login') => {
  const server = serveApi({
    'GET auth/options': () => ACCOUNTS,
    'POST auth/login': signedIn,
    ...script,
  });
  await render(<LoginPage />, { at });
  return server;
};
const fill = async (email: string, password: string) => {
  await type(await findByRole('textbox', accountTexts.email), email);
  await type(getByRole('textbox', accountTexts.password), password);
};
const signIn = async (email = 'ada@example.org', password = 'correct horse') => {
  await fill(email, password);
  await click(getByRole('button', accountTexts.signIn));
};
const here = () => location.pathname + location.search;

it('signs in and returns to the page the person came from', async () => {
  const server = await opened({}, '/login?next=%2Ft%2Fmemory%3Fsource%3Dx');
  await signIn();
  await expect.poll(here).toBe('/t/memory?source=x');
  expect(server.of('POST auth/login')[0]?.body).toEqual({
    email: 'ada@example.org',
    password: 'correct horse',
  });
});

it('never redirects to another site', async () => {
  await opened({}, '/login?next=%2F%2Fevil.example');
  await signIn();
  await expect.poll(here).toBe('/');
});

it('submits with Enter', async () => {
  const server = await opened();
  await fill('ada@example.org', 'correct horse');
  await press('Enter', { on: getByRole('textbox', accountTexts.password) });
  await expect.poll(() => server.of('POST auth/login')).toHaveLength(1);
});

it('shows missing fields, focuses the first, and sends nothing', async () => {
  const server = await opened();
  await signIn('ada', '');
  const email = getByRole('textbox', accountTexts.email);
  expect(descriptionOf(email)).toBe(accountTexts.wrong.email);
  expect(descriptionOf(getByRole('textbox', accountTexts.password))).toBe(
    accountTexts.wrong.password,
  );
  expect(document.activeElement).toBe(email);
  expect(server.of('POST auth/login')).toHaveLength(0);
  await type(email, 'ada@example.org');
  expect(email.getAttribute('aria-invalid')).toBe('false');
});

it('says that the password is wrong, and allows another attempt', async () => {
  await opened({
    'POST auth/login': () => new Refusal(401, 'bad_credentials', 'Wrong email or password.'),
  });
  await signIn();
  await findText('Wrong email or password.', getByRole('alert'));
  expect(getByRole('button', accountTexts.signIn)).toHaveProperty('disabled', false);
  expect(getByRole('textbox', accountTexts.email)).toHaveProperty('value', 'ada@example.org');
});

it('shows a server error at its field', async () => {
  await opened({
    'POST auth/login': () =>
      Response.json(
        {
          code: 'invalid',
          message: 'Something is wrong.',
          details: [{ field: 'email', message: 'This address is not allowed here.' }],
        },
        { status: 400 },
      ),
  });
  await signIn();
  const email = getByRole('textbox', accountTexts.email);
  await expect.poll(() => descriptionOf(email)).toBe('This address is not allowed here.');
  expect(pageText(getByRole('alert'))).toBe('');
});

it('counts down until the next attempt', async () => {
  const tooMany = () =>
    Response.json(
      { code: 'too_many', message: 'Too many.' },
      { status: 429, headers: { 'Retry-After': '1' } },
    );
  await opened({ 'POST auth/login': tooMany });
  await signIn();
  await findText(accountTexts.wait(1), getByRole('alert'));
  expect(getByRole('button', accountTexts.signIn)).toHaveProperty('disabled', true);
  await findText(accountTexts.waitOver, getByRole('alert'));
  expect(getByRole('button', accountTexts.signIn)).toHaveProperty('disabled', false);
});

it('says that the server is unreachable', async () => {
  await opened({
    'POST auth/login': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await signIn();
  await findText(accountTexts.unreachable, getByRole('alert'));
});

it('keeps the typed address when the password is reset', async () => {
  await opened({}, '/login?next=%2Flibrary');
  await fill('ada@example.org', '');
  await click(getByRole('link', loginTexts.forgot));
  expect(here()).toBe('/reset?next=%2Flibrary');
  expect((history.state as { usr?: unknown }).usr).toEqual({ email: 'ada@example.org' });
});

it('offers to sign up only if sign-up is open', async () => {
  await opened();
  await findByRole('link', accountTexts.signUp);
});

it('says whom to ask if sign-up is closed', async () => {
  await opened({ 'GET auth/options': () => ({ ...ACCOUNTS, signup: 'closed' }) });
  await findText(loginTexts.closed);
  expect(queryByRole('link', accountTexts.signUp)).toBeUndefined();
});

it('says why the sign-in options could not be loaded, and retries', async () => {
  const server = await opened({
    'GET auth/options': () => new Refusal(403, 'forbidden', 'Closed for today.'),
  });
  await findByRole('heading', accountTexts.failed);
  expect(pageText()).toContain('Closed for today.');
  server.change({ 'GET auth/options': () => ACCOUNTS });
  await click(getByRole('button', accountTexts.retry));
  await findByRole('textbox', accountTexts.email);
});

it('offers single sign-on, and says why it failed', async () => {
  await opened(
    { 'GET auth/options': () => ({ ...ACCOUNTS, oidc: { name: 'Example ID' } }) },
    '/login?failed=unverified',
  );
  await findByRole('button', passkeyTexts.outside('Example ID'));
  expect(pageText()).toContain(passkeyTexts.failed['unverified']);
});

it('has a message for unknown failures', async () => {
  await opened(
    { 'GET auth/options': () => ({ ...ACCOUNTS, oidc: { name: 'Example ID' } }) },
    '/login?failed=sunspots',
  );
  await findText(passkeyTexts.failed['not_allowed'] ?? '');
});

it('offers no passkeys in a browser without them', async () => {
  await opened({ 'GET auth/options': () => ({ ...ACCOUNTS, passkeys: true }) });
  await findByRole('textbox', accountTexts.email);
  expect(queryByRole('button', passkeyTexts.signIn)).toBeUndefined();
});

it('asks for the authentication code after the password', async () => {
  const server = await opened({
    'POST auth/login': () => step('code', 'recovery'),
    'POST auth/code': signedIn,
  });
  await signIn();
  const code = await findByRole('textbox', secondStepTexts.code);
  await click(getByRole('button', accountTexts.signIn));
  expect(descriptionOf(code)).toBe(secondStepTexts.type);
  await type(code, ' 123456 ');
  await click(getByRole('button', accountTexts.signIn));
  await expect
    .poll(() => server.of('POST auth/code')[0]?.body)
    .toEqual({
      challenge: 'c1',
      code: '123456',
    });
});

it('accepts a recovery code', async () => {
  const server = await opened({
    'POST auth/login': () => step('code', 'recovery'),
    'POST auth/recovery': () => new Refusal(401, 'wrong_code', 'This code does not work.'),
  });
  await signIn();
  await click(await findByRole('button', secondStepTexts.useRecovery));
  await type(getByRole('textbox', secondStepTexts.recovery), 'ABCD-EFGH');
  await click(getByRole('button', accountTexts.signIn));
  await findText('This code does not work.');
  expect(server.of('POST auth/recovery')).toHaveLength(1);
  expect(getByRole('button', secondStepTexts.useCode)).toBeDefined();
});

it('restarts with the address if the second step took too long', async () => {
  await opened({
    'POST auth/login': () => step('code'),
    'POST auth/code': () => new Refusal(401, 'second_step_over', 'It took too long.'),
  });
  await signIn();
  await type(await findByRole('textbox', secondStepTexts.code), '123456');
  await click(getByRole('button', accountTexts.signIn));
  await findText('It took too long.');
  expect(getByRole('textbox', accountTexts.email)).toHaveProperty('value', 'ada@example.org');
  expect(getByRole('textbox', accountTexts.password)).toHaveProperty('value', '');
});

it('returns from the second step to switch accounts', async () => {
  await opened({ 'POST auth/login': () => step('code') });
  await signIn();
  await click(await findByRole('button', secondStepTexts.again));
  await findByRole('textbox', accountTexts.email);
  expect(pageText(getByRole('alert'))).toBe('');
});

it('says what to do if only a passkey is left and this browser supports none', async () => {
  await opened({ 'POST auth/login': () => step('passkey') });
  await signIn();
  await findText(secondStepTexts.none);
  expect(queryByRole('textbox')).toBeUndefined();
});

it('shows the owner of a personal server the command for a sign-in link', async () => {
  const server = await opened(
    {
      'GET auth/options': () => ({ accounts: 'personal', signup: 'closed' }),
      'GET me': () => new Refusal(401, 'not_signed_in', 'Sign in.'),
      'POST auth/refresh': () => new Refusal(401, 'not_signed_in', 'Sign in.'),
    },
    '/login?link=used&next=%2Flibrary',
  );
  await findText(loginTexts.used);
  expect(pageText()).toContain(loginTexts.command);
  await click(getByRole('button', loginTexts.opened));
  await findText(loginTexts.notYet, getByRole('alert'));
  server.change({ 'GET me': () => me() });
  await click(getByRole('button', loginTexts.opened));
  await expect.poll(here).toBe('/library');
});

it('signs in when the printed link was opened in another tab', async () => {
  const server = await opened(
    {
      'GET auth/options': () => ({ accounts: 'personal', signup: 'closed' }),
      'GET me': () => new Refusal(403, 'forbidden', 'Sign in.'),
    },
    '/login?next=%2Flibrary',
  );
  await findByRole('button', loginTexts.opened);
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => server.of('GET me')).toHaveLength(1);
  expect(here()).toBe('/login?next=%2Flibrary');
  server.change({ 'GET me': () => me({ user: { ...me().user, _id: id(901) } }) });
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(here).toBe('/library');
  seen.mockRestore();
});
