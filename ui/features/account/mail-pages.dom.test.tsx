/** Signing up, confirming an address and setting a new password: the pages around an email. */
import { expect, it, vi } from 'vitest';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { descriptionOf } from '#ui/testing/accessible-name.ts';
import { id, me } from '#ui/testing/examples.ts';
import {
  findByRole,
  findText,
  getByRole,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { click, type } from '#ui/testing/user.ts';
import { fieldTexts } from '#ui/kit/texts/fields.ts';
import { ResetPage } from './reset-page.tsx';
import { SignupPage } from './signup-page.tsx';
import { accountTexts, loginTexts, resetTexts, signupTexts, verifyTexts } from './texts/pages.ts';
import { secondStepTexts } from './texts/second-step.ts';
import { VerifyPage } from './verify-page.tsx';

const OPTIONS = { accounts: 'accounts', signup: 'open', passkeys: false, oidc: null };
const user = () => ({ user: me().user });
const here = () => location.pathname + location.search;
const signup = async (script: Script = {}, at = '/signup') => {
  const server = serveApi({
    'GET auth/options': () => OPTIONS,
    'POST auth/signup': user,
    ...script,
  });
  await render(<SignupPage />, { at });
  return server;
};
const fillSignup = async (name: string, email: string, password: string) => {
  await type(getByRole('textbox', accountTexts.name), name);
  await type(getByRole('textbox', accountTexts.email), email);
  await type(getByRole('textbox', accountTexts.password), password);
  await click(getByRole('button', signupTexts.create));
};

it('signs up, says where the email went, and remembers the page to return to', async () => {
  const server = await signup({}, '/signup?next=%2Ft%2Fmemory');
  await fillSignup(' Ada ', 'ada@example.org', 'violin under seventeen maples');
  await findByRole('heading', signupTexts.sentHeading);
  expect(pageText()).toContain(signupTexts.sent('ada@example.org'));
  expect(server.of('POST auth/signup')[0]?.body).toEqual({
    name: 'Ada',
    email: 'ada@example.org',
    password: 'violin under seventeen maples',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  expect(localStorage.getItem('gloss-next')).toBe('/t/memory');
  await click(getByRole('button', signupTexts.again));
  await findText(signupTexts.sentAgain);
  expect(server.of('POST auth/signup')).toHaveLength(2);
});

it('validates all fields before it sends anything', async () => {
  const server = await signup();
  await fillSignup(' ', 'ada@', 'short');
  expect(descriptionOf(getByRole('textbox', accountTexts.name))).toBe(accountTexts.wrong.name);
  expect(descriptionOf(getByRole('textbox', accountTexts.email))).toBe(accountTexts.wrong.email);
  expect(descriptionOf(getByRole('textbox', accountTexts.password))).toBe(fieldTexts.tooShort(10));
  expect(document.activeElement).toBe(getByRole('textbox', accountTexts.name));
  expect(server.of('POST auth/signup')).toHaveLength(0);
});

it('keeps what was typed when another address is used', async () => {
  await signup();
  await fillSignup('Ada', 'ada@example.org', 'violin under seventeen maples');
  await click(await findByRole('button', signupTexts.other));
  expect(getByRole('textbox', accountTexts.email)).toHaveProperty('value', 'ada@example.org');
  expect(getByRole('textbox', accountTexts.name)).toHaveProperty('value', 'Ada');
});

it('says why the email was not sent again', async () => {
  const server = await signup();
  await fillSignup('Ada', 'ada@example.org', 'violin under seventeen maples');
  await findByRole('heading', signupTexts.sentHeading);
  server.change({ 'POST auth/signup': () => new Refusal(429, 'too_many', 'Three mails an hour.') });
  await click(getByRole('button', signupTexts.again));
  await findText('Three mails an hour.');
});

it('has no form if sign-up is closed', async () => {
  await signup({ 'GET auth/options': () => ({ ...OPTIONS, signup: 'closed' }) });
  await findText(loginTexts.closed);
  expect(queryByRole('button', signupTexts.create)).toBeUndefined();
  expect(getByRole('link', accountTexts.signIn).getAttribute('href')).toBe('/login');
});

const verify = async (script: Script, at = '/verify?token=secret') => {
  const server = serveApi({
    'GET me': () => new Refusal(401, 'not_signed_in', 'Sign in.'),
    'POST auth/refresh': () => new Refusal(401, 'not_signed_in', 'Sign in.'),
    ...script,
  });
  await render(<VerifyPage />, { at });
  return server;
};

it.each(['/verify?token=secret', '/verify#token=secret'])(
  'confirms the address with the link %s, and removes the token from the address',
  async (at) => {
    const server = await verify({ 'POST auth/verify': user }, at);
    await findByRole('heading', verifyTexts.done);
    expect(pageText()).toContain(verifyTexts.doneText('ada@example.org', 'Ada Lovelace'));
    expect(server.of('POST auth/verify').map((it) => it.body)).toEqual([{ token: 'secret' }]);
    expect(here() + location.hash).toBe('/verify');
    expect(getByRole('link', accountTexts.signIn).getAttribute('href')).toBe('/login');
  },
);

it('signs in the browser that signed up, and returns to the page where the sign-up began', async () => {
  localStorage.setItem('gloss-next', '/t/memory');
  const expiresAt = new Date(Date.now() + 900_000).toISOString();
  const server = await verify({
    'POST auth/verify': () => ({ ...user(), accessToken: 'secret', expiresAt }),
  });
  await findText(verifyTexts.signedInText('ada@example.org', 'Ada Lovelace'));
  expect(getByRole('link', accountTexts.next).getAttribute('href')).toBe('/t/memory');
  expect(queryByRole('link', accountTexts.signIn)).toBeUndefined();
  // An old session that ended meanwhile would delete the new one.
  expect([...server.of('GET me'), ...server.of('POST auth/refresh')]).toEqual([]);
});

it('asks for the second factor of the account before it signs in', async () => {
  const expiresAt = new Date(Date.now() + 300_000).toISOString();
  const step = { challenge: 'c', ways: ['code'], expiresAt };
  const server = await verify({
    'POST auth/verify': () => ({ ...user(), second_step: step }),
    'POST auth/code': () => ({ ...user(), accessToken: 'secret', expiresAt }),
  });
  await type(await findByRole('textbox', secondStepTexts.code), '123456');
  await click(getByRole('button', accountTexts.signIn));
  await vi.waitFor(() => expect(here()).toBe('/'));
  expect(server.of('POST auth/code').map((it) => it.body)).toEqual([
    { challenge: 'c', code: '123456' },
  ]);
});

it('returns to the page where the sign-up began if the person is signed in', async () => {
  localStorage.setItem('gloss-next', '/t/memory');
  await verify({ 'POST auth/verify': user, 'GET me': () => me() });
  expect((await findByRole('link', accountTexts.next)).getAttribute('href')).toBe('/t/memory');
});

it('asks to sign in if another person is signed in', async () => {
  await verify({
    'POST auth/verify': user,
    'GET me': () => me({ user: { ...me().user, _id: id(901) } }),
  });
  await findByRole('link', accountTexts.signIn);
  expect(queryByRole('link', accountTexts.next)).toBeUndefined();
});

it('says that the link was already used, and links signed-in people to the settings', async () => {
  await verify({
    'POST auth/verify': () => new Refusal(410, 'link_spent', 'Used.'),
    'GET me': () => me(),
  });
  await findByRole('heading', verifyTexts.spent);
  expect((await findByRole('link', verifyTexts.settings)).getAttribute('href')).toBe(
    '/settings/profile',
  );
});

it('says that a link without its token is incomplete, without a request', async () => {
  const server = await verify({}, '/verify');
  await findByRole('heading', verifyTexts.broken);
  expect(server.of('POST auth/verify')).toHaveLength(0);
});

it('retries when the address could not be confirmed', async () => {
  const server = await verify({
    'POST auth/verify': () => new Refusal(503, 'unavailable', 'In a minute.'),
  });
  await findByRole('heading', verifyTexts.failed);
  expect(pageText()).toContain('In a minute.');
  server.change({ 'POST auth/verify': user });
  await click(getByRole('button', accountTexts.retry));
  await findByRole('heading', verifyTexts.done);
});

const reset = async (script: Script = {}, at = '/reset') => {
  const server = serveApi({
    'GET auth/options': () => OPTIONS,
    'POST auth/forgot': () => ({ sent: true }),
    'POST auth/reset': user,
    ...script,
  });
  await render(<ResetPage />, { at });
  return server;
};

it('sends a link to reset the password, whether or not the account exists', async () => {
  const server = await reset();
  await click(getByRole('button', resetTexts.send));
  expect(server.of('POST auth/forgot')).toHaveLength(0);
  await type(getByRole('textbox', accountTexts.email), 'ada@example.org');
  await click(getByRole('button', resetTexts.send));
  await findText(resetTexts.sent('ada@example.org'));
  await click(getByRole('button', resetTexts.other));
  expect(getByRole('textbox', accountTexts.email)).toBeDefined();
});

it('sets a new password with the link of the email', async () => {
  const server = await reset({}, '/reset#token=secret');
  await type(getByRole('textbox', accountTexts.newPassword), 'short');
  await click(getByRole('button', resetTexts.set));
  expect(descriptionOf(getByRole('textbox', accountTexts.newPassword))).toBe(
    fieldTexts.tooShort(10),
  );
  await type(getByRole('textbox', accountTexts.newPassword), 'violin under seventeen maples');
  await click(getByRole('button', resetTexts.set));
  await findByRole('heading', resetTexts.done);
  expect(server.of('POST auth/reset').map((it) => it.body)).toEqual([
    { token: 'secret', password: 'violin under seventeen maples', removeOtherWays: false },
  ]);
  expect(location.hash).toBe('');
});

it('also removes passkeys and linked sign-ins on request', async () => {
  const server = await reset(
    { 'GET auth/options': () => ({ ...OPTIONS, passkeys: true }) },
    '/reset?token=secret',
  );
  await click(await findByRole('checkbox', /linked sign-ins/));
  await type(getByRole('textbox', accountTexts.newPassword), 'violin under seventeen maples');
  await click(getByRole('button', resetTexts.set));
  await expect
    .poll(() => server.of('POST auth/reset')[0]?.body)
    .toMatchObject({
      removeOtherWays: true,
    });
});

it('offers a new link if this one was already used', async () => {
  await reset(
    { 'POST auth/reset': () => new Refusal(410, 'link_spent', 'This link was used already.') },
    '/reset?token=secret',
  );
  await type(getByRole('textbox', accountTexts.newPassword), 'violin under seventeen maples');
  await click(getByRole('button', resetTexts.set));
  await findText('This link was used already.');
  await click(getByRole('link', resetTexts.newLink));
  expect(here()).toBe('/reset');
});
