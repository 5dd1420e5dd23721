/** The account menu, dialogs over a page, and signing out. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { keys, makeQueryClient } from '#ui/client/queries.ts';
import { onSignOut, type SignOutRequest } from '#ui/client/sign-out.ts';
import { screenNames } from '#ui/kit/texts/screens.ts';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { descriptionOf, nameOf } from '#ui/testing/accessible-name.ts';
import { id, me } from '#ui/testing/examples.ts';
import {
  findByRole,
  findNoRole,
  findText,
  getAllByRole,
  getByRole,
  pageText,
  render,
} from '#ui/testing/screen.tsx';
import { click, type } from '#ui/testing/user.ts';
import { AccountMenu } from './account-menu.tsx';
import { AuthDialog } from './auth-dialog.tsx';
import { SignOutScreen } from './sign-out-screen.tsx';
import { SignedOut } from './signed-out-page.tsx';
import { menuTexts, unlockTexts } from './texts/account.ts';
import { signOutTexts } from './texts/sign-out.ts';
import { accountTexts, authDialogTexts, loginTexts, upgradeTexts } from './texts/pages.ts';
import { UpgradeDialog } from './upgrade-dialog.tsx';

const OPTIONS = { accounts: 'accounts', signup: 'open', passkeys: false, oidc: null };
const signedIn = (n: number) => () => ({
  accessToken: 'token',
  expiresAt: '2026-03-01T12:15:00.000Z',
  user: { ...me().user, _id: id(n) },
});
const NOBODY: Script = {
  'GET me': () => new Refusal(401, 'not_signed_in', 'Sign in.'),
  'POST auth/refresh': () => new Refusal(401, 'not_signed_in', 'Sign in.'),
  'GET auth/options': () => OPTIONS,
};
const here = () => location.pathname + location.search;

it('opens every screen from the account menu, and shows who is signed in', async () => {
  serveApi({ 'GET me': () => me() });
  await render(<AccountMenu />, { at: '/library' });
  await click(getByRole('button', menuTexts.account));
  const menu = await findByRole('menu');
  await findText('Ada Lovelace ada@example.org', menu);
  expect(getAllByRole('menuitem').map(nameOf)).toEqual([
    ...Object.values(screenNames),
    menuTexts.toDark,
    menuTexts.settings,
    menuTexts.signOut,
  ]);
  await click(getByRole('menuitem', screenNames.search));
  await expect.poll(here).toBe('/search');
});

it('changes the theme and starts signing out from the account menu', async () => {
  serveApi({ 'GET me': () => me() });
  const begun: SignOutRequest[] = [];
  onTestFinished(onSignOut((it) => begun.push(it)));
  onTestFinished(() => {
    delete document.documentElement.dataset['theme'];
  });
  await render(<AccountMenu />);
  await click(getByRole('button', menuTexts.account));
  await click(await findByRole('menuitem', menuTexts.toDark));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  await click(getByRole('button', menuTexts.account));
  await click(await findByRole('menuitem', menuTexts.signOut));
  expect(begun.map((it) => it.everywhere)).toEqual([false]);
});

it('offers a visitor to sign in and return to the page', async () => {
  serveApi(NOBODY);
  await render(<AccountMenu />, { at: '/t/memory?source=x' });
  const link = await findByRole('link', menuTexts.login);
  expect(link.getAttribute('href')).toBe('/login?next=%2Ft%2Fmemory%3Fsource%3Dx');
});

it('signs a visitor in without leaving the page', async () => {
  const server = serveApi({ ...NOBODY, 'POST auth/login': signedIn(900) });
  const closed = vi.fn();
  await render(<AuthDialog open onOpenChange={closed} />, { at: '/t/memory' });
  await findByRole('dialog', unlockTexts.title);
  await type(await findByRole('textbox', accountTexts.email), 'ada@example.org');
  await type(getByRole('textbox', accountTexts.password), 'correct horse');
  server.change({ 'GET me': () => me() });
  await click(getByRole('button', accountTexts.signIn));
  await expect.poll(() => closed.mock.calls).toEqual([[false]]);
  expect(here()).toBe('/t/memory');
});

it('asks to confirm the email address, and checks whether it was', async () => {
  const user = { ...me().user, is_verified_user: false };
  const server = serveApi({
    'GET me': () => me({ user }),
    'POST auth/resend': () => new Refusal(429, 'too_many', 'Three mails an hour.'),
  });
  const closed = vi.fn();
  await render(<AuthDialog open onOpenChange={closed} />);
  const dialog = await findByRole('dialog', authDialogTexts.confirmTitle);
  expect(descriptionOf(dialog)).toBe(authDialogTexts.confirmText('ada@example.org'));
  await click(getByRole('button', authDialogTexts.resend));
  await findText('Three mails an hour.');
  await click(getByRole('button', authDialogTexts.confirmed));
  await findText(authDialogTexts.notYet);
  server.change({ 'GET me': () => me() });
  await click(getByRole('button', authDialogTexts.confirmed));
  await expect.poll(() => closed.mock.calls).toEqual([[false]]);
});

it('shows how many questions are left, and whom to ask for more', async () => {
  serveApi({ 'GET me': () => me({ limits: { question_n_answers: 1, reset_at: null } }) });
  await render(<UpgradeDialog open onOpenChange={vi.fn()} />);
  const dialog = await findByRole('dialog', upgradeTexts.title);
  await findText(upgradeTexts.askAs('ada@example.org'));
  expect(descriptionOf(dialog)).toBe(upgradeTexts.left(1, null));
});

it("shows when today's questions reset, in the reader's time zone", async () => {
  const resetAt = new Date(2026, 2, 2).toISOString();
  serveApi({ 'GET me': () => me({ limits: { question_n_answers: 0, reset_at: resetAt } }) });
  await render(<UpgradeDialog open onOpenChange={vi.fn()} />);
  const dialog = await findByRole('dialog', upgradeTexts.title);
  await expect
    .poll(() => descriptionOf(dialog)?.replaceAll('\u202f', ' '))
    .toBe('You’ve used all of today’s free queries. Resets Mar 2, 2026, 12:00 AM.');
});

const expired = async (n: number) => {
  const server = serveApi({ ...NOBODY, 'POST auth/login': signedIn(n) });
  const cache = makeQueryClient();
  cache.setQueryData(keys.me, me());
  cache.setQueryData(['kept'], 'of Ada');
  const back = vi.fn();
  await render(<SignedOut onBack={back} />, { at: '/t/memory', cache });
  await findByRole('dialog', authDialogTexts.outTitle);
  return { server, cache, back };
};
const signInAgain = async () => {
  await type(await findByRole('textbox', accountTexts.password), 'correct horse');
  await click(getByRole('button', accountTexts.signIn));
};

it('lets the same person continue where they were after a session has expired', async () => {
  const { cache, back } = await expired(900);
  expect(await findByRole('textbox', accountTexts.email)).toHaveProperty(
    'value',
    'ada@example.org',
  );
  expect(getByRole('link', loginTexts.forgot).getAttribute('target')).toBe('_blank');
  await signInAgain();
  await expect.poll(() => back.mock.calls).toHaveLength(1);
  expect(here()).toBe('/t/memory');
  expect(cache.getQueryData(['kept'])).toBe('of Ada');
});

it('shows another person nothing of the previous one', async () => {
  const { cache, back } = await expired(901);
  await signInAgain();
  await expect.poll(() => back.mock.calls).toHaveLength(1);
  await expect.poll(here).toBe('/');
  expect(cache.getQueryData(['kept'])).toBeUndefined();
});

it('opens the sign-in page', async () => {
  const { cache } = await expired(900);
  await click(getByRole('button', authDialogTexts.leave));
  await expect.poll(here).toBe('/login?next=%2Ft%2Fmemory');
  expect(cache.getQueryData(['kept'])).toBeUndefined();
});

const leave = async (script: Script) => {
  const server = serveApi(script);
  const cache = makeQueryClient();
  cache.setQueryData(['kept'], 'of Ada');
  const [done, gone] = [vi.fn(), vi.fn()];
  localStorage.setItem('gloss-theme', 'dark');
  localStorage.setItem('gloss-split', '60');
  await render(<SignOutScreen everywhere keepTokens={[id(1)]} onDone={done} onGone={gone} />, {
    at: '/library',
    cache,
  });
  return { server, cache, done, gone };
};

it("signs out, and removes the person's data from the browser", async () => {
  const { server, cache, done } = await leave({ 'POST auth/logout': () => ({}) });
  await expect.poll(() => done.mock.calls).toHaveLength(1);
  expect(here()).toBe('/login');
  expect(server.of('POST auth/logout')[0]?.body).toEqual({
    everywhere: true,
    keepTokens: [id(1)],
  });
  expect(cache.getQueryData(['kept'])).toBeUndefined();
  expect(localStorage.getItem('gloss-split')).toBeNull();
  expect(localStorage.getItem('gloss-theme')).toBe('dark');
});

it('asks before it deletes a draft that only this browser has', async () => {
  localStorage.setItem('gloss-post-draft-1', '{}');
  const { server, done } = await leave({ 'POST auth/logout': () => ({}) });
  const dialog = await findByRole('dialog', signOutTexts.title);
  expect(pageText(dialog)).toContain(signOutTexts.drafts(1));
  await click(getByRole('button', signOutTexts.stay));
  expect(done).toHaveBeenCalledOnce();
  expect(server.of('POST auth/logout')).toHaveLength(0);
  expect(localStorage.getItem('gloss-post-draft-1')).toBe('{}');
});

it('signs out anyway if the person agrees to lose it', async () => {
  localStorage.setItem('gloss-post-draft-1', '{}');
  const { done } = await leave({ 'POST auth/logout': () => ({}) });
  await click(await findByRole('button', signOutTexts.signOutAnyway));
  await expect.poll(() => done.mock.calls).toHaveLength(1);
  expect(localStorage.getItem('gloss-post-draft-1')).toBeNull();
});

it('signs out once the draft has reached the server', async () => {
  localStorage.setItem('gloss-post-draft-1', '{}');
  const { done } = await leave({ 'POST auth/logout': () => ({}) });
  await findByRole('dialog', signOutTexts.title);
  localStorage.removeItem('gloss-post-draft-1');
  await expect.poll(() => done.mock.calls, { timeout: 20_000 }).toHaveLength(1);
});

it('signs out in the browser while the server is down, and tells it later', async () => {
  const { done, gone } = await leave({
    'POST auth/logout': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await findByRole('heading', signOutTexts.localTitle);
  expect(gone).toHaveBeenCalledOnce();
  expect(done).not.toHaveBeenCalled();
  expect(JSON.parse(localStorage.getItem('gloss-leave-due') ?? '')).toEqual({
    everywhere: true,
    keepTokens: [id(1)],
  });
});

it('stays signed in if the server refuses', async () => {
  const { done } = await leave({
    'POST auth/logout': () => new Refusal(503, 'unavailable', 'In a minute.'),
  });
  await findText('In a minute.');
  expect(done).toHaveBeenCalledOnce();
  expect(localStorage.getItem('gloss-split')).toBe('60');
  await findNoRole('dialog');
});
