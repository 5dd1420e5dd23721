import { expect, it } from 'vitest';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { descriptionOf } from '#ui/testing/accessible-name.ts';
import { me } from '#ui/testing/examples.ts';
import {
  findByRole,
  findNoRole,
  findText,
  getByRole,
  itemsOf,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { click, type } from '#ui/testing/user.ts';
import { SecondFactorDuePage } from './second-factor-due-page.tsx';
import { SecondFactor } from './second-factor.tsx';
import { passkeyTexts } from './texts/passkeys.ts';
import { dueTexts, secondFactorTexts as texts, setUpTexts } from './texts/second-factor.ts';

const SINCE = '2026-03-01T12:00:00.000Z';
const off = { app: null, recovery_left: 0, passkeys: 0, required: false };
const on = {
  app: { since: SINCE, lastUsedAt: null, readable: true },
  recovery_left: 8,
  passkeys: 0,
  required: false,
};
const question = { key: 'ABCDEFGHIJ', uri: 'otpauth://totp/Gloss?secret=ABC', ticket: 't1' };
const opened = async (standing: object, script: Script = {}, who = me()) => {
  const server = serveApi({
    'GET me/second-factor': () => standing,
    'POST me/second-factor/options': () => question,
    ...script,
  });
  await render(<SecondFactor me={who} />);
  return server;
};

it('sets up an authenticator app: its key, a code to confirm, then the recovery codes', async () => {
  const server = await opened(off, {
    'POST me/second-factor': ({ body }) =>
      (body as { code: string }).code === '123456'
        ? { codes: ['one-one', 'two-two'] }
        : new Refusal(401, 'wrong_code', 'This code does not work.'),
  });
  await click(await findByRole('button', texts.setUp));
  await findByRole('img', setUpTexts.picture);
  expect(pageText(getByRole('dialog'))).toContain('ABCD EFGH IJ');
  const code = getByRole('textbox', setUpTexts.code);
  await click(getByRole('button', setUpTexts.confirm));
  expect(descriptionOf(code)).toBe(setUpTexts.type);
  await type(code, '111111');
  await click(getByRole('button', setUpTexts.confirm));
  await expect.poll(() => descriptionOf(code)).toBe('This code does not work.');
  await type(code, ' 123456 ');
  await click(getByRole('button', setUpTexts.confirm));
  const codes = await findByRole('list', setUpTexts.codes);
  expect(itemsOf(codes)).toEqual(['one-one', 'two-two']);
  expect(server.of('POST me/second-factor').at(-1)?.body).toEqual({
    ticket: 't1',
    code: '123456',
  });
  const file = getByRole('link', setUpTexts.download);
  expect(decodeURIComponent(file.getAttribute('href') ?? '')).toContain('one-one\ntwo-two\n');
  await click(getByRole('button', setUpTexts.saved));
  await findText(setUpTexts.ended);
  await findNoRole('dialog');
});

it('asks for the password if the sign-in is old', async () => {
  const server = await opened(off, {
    'POST me/second-factor/options': ({ body }) => {
      const { password } = body as { password?: string };
      if (password === undefined) throw new Refusal(403, 'confirm_password', 'Confirm.');
      if (password !== 'right') throw new Refusal(401, 'bad_credentials', 'Wrong password.');
      return question;
    },
  });
  await click(await findByRole('button', texts.setUp));
  const field = await findByRole('textbox', passkeyTexts.password);
  await type(field, 'wrong');
  await click(getByRole('button', passkeyTexts.next));
  await findText('Wrong password.');
  await type(field, 'right');
  await click(getByRole('button', passkeyTexts.next));
  await findByRole('textbox', setUpTexts.code);
  expect(server.of('POST me/second-factor/options')).toHaveLength(3);
});

it('shows since when it is on, and how many recovery codes are left', async () => {
  await opened(on);
  await findText(texts.on('Mar 01, 2026'));
  expect(pageText()).toContain(`${texts.neverUsed}${texts.join}${texts.left(8)}`);
  expect(getByRole('button', texts.change)).toBeDefined();
});

it("warns if no recovery code is left, or the app's codes can't be checked any more", async () => {
  await opened({ ...on, recovery_left: 0, app: { ...on.app, readable: false } });
  await findText(texts.noneLeft);
  expect(pageText()).toContain(texts.unreadable);
});

it('creates new recovery codes', async () => {
  await opened(on, { 'POST me/recovery-codes': () => ({ codes: ['new-code'] }) });
  await click(await findByRole('button', texts.newCodes));
  expect(itemsOf(await findByRole('list', setUpTexts.codes))).toEqual(['new-code']);
  await click(getByRole('button', setUpTexts.saved));
  await findNoRole('dialog');
});

it('turns it off after a confirmation, which names the consequence if the server requires one', async () => {
  const server = await opened({ ...on, required: true }, { 'DELETE me/second-factor': () => ({}) });
  await click(await findByRole('button', texts.off));
  const dialog = await findByRole('alertdialog', texts.offTitle);
  expect(pageText(dialog)).toContain(texts.offDue);
  await click(getByRole('button', texts.offAction, dialog));
  await findText(texts.isOff);
  expect(server.of('DELETE me/second-factor')).toHaveLength(1);
});

it('asks people to confirm their address first', async () => {
  await opened(off, {}, me({ user: { ...me().user, is_verified_user: false } }));
  await findText(texts.unverified);
  expect(queryByRole('button', texts.setUp)).toBeUndefined();
});

it('offers recovery codes if passkeys are the only second factor', async () => {
  await opened({ ...off, passkeys: 2, required: true });
  await findText(texts.passkeysOnly);
  expect(getByRole('button', texts.newCodes)).toBeDefined();
});

it('says why it could not be loaded, and retries', async () => {
  const server = await opened(off, {
    'GET me/second-factor': () => new Refusal(403, 'forbidden', 'Not today.'),
  });
  await findByRole('heading', texts.failed);
  server.change({ 'GET me/second-factor': () => off });
  await click(getByRole('button', texts.retry));
  await findByRole('button', texts.setUp);
});

const due = async (script: Script, who = me()) => {
  const done: string[] = [];
  const server = serveApi({
    'GET auth/options': () => ({ accounts: 'accounts', signup: 'open' }),
    'POST me/second-factor/options': () => question,
    'GET me': () => who,
    ...script,
  });
  await render(
    <SecondFactorDuePage
      me={who}
      onEnabled={() => done.push('enabled')}
      onDone={() => done.push('done')}
    />,
  );
  return { server, done };
};

it('blocks the app until a required second factor is set up', async () => {
  const { done } = await due({ 'POST me/second-factor': () => ({ codes: ['one-one'] }) });
  await findByRole('heading', dueTexts.heading);
  await type(await findByRole('textbox', setUpTexts.code), '123456');
  await click(getByRole('button', setUpTexts.confirm));
  await click(await findByRole('button', setUpTexts.saved));
  expect(done).toEqual(['enabled', 'done']);
});

it('waits until the address is confirmed', async () => {
  const { server } = await due(
    { 'POST auth/resend': () => ({ sent: true }) },
    me({ user: { ...me().user, is_verified_user: false } }),
  );
  await findByRole('heading', dueTexts.confirmHeading);
  expect(pageText()).toContain(dueTexts.confirmText('ada@example.org'));
  await click(getByRole('button', dueTexts.confirmed));
  await findText(dueTexts.notYet);
  await click(getByRole('button', dueTexts.resend));
  await findText(dueTexts.resent);
  expect(server.of('POST me/second-factor/options')).toHaveLength(0);
});

it('says why no key could be created', async () => {
  const { server } = await due({
    'POST me/second-factor/options': () => new Refusal(403, 'forbidden', 'Not today.'),
  });
  await findByRole('heading', setUpTexts.failed);
  server.change({ 'POST me/second-factor/options': () => question });
  await click(getByRole('button', passkeyTexts.retry));
  await findByRole('textbox', setUpTexts.code);
});
