import { expect, it, vi } from 'vitest';
import { Route, Routes } from 'react-router';
import type { Me } from '#core/contract/account.ts';
import { COMPONENTS } from '#core/contract/health.ts';
import { onSignOut, type SignOutRequest } from '#ui/client/sign-out.ts';
import { matchOnly } from '#ui/testing/browser-parts.ts';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id, me } from '#ui/testing/examples.ts';
import {
  findByRole,
  findNoRole,
  findText,
  getAllByRole,
  getByRole,
  itemsOf,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { choose, click, press, type } from '#ui/testing/user.ts';
import { SettingsPage } from './settings-page.tsx';
import { singleKeys } from '#ui/kit/single-keys.ts';
import { themeTexts } from '#ui/kit/texts/reading.ts';
import { dataTexts } from './texts/data.ts';
import { keyTexts } from './texts/keys.ts';
import { passkeyTexts } from './texts/passkeys.ts';
import {
  assistantTexts,
  keepTokenTexts,
  leaveTexts,
  planTexts,
  profileTexts,
  serverTexts,
  sessionTexts,
  settingsTexts as texts,
  tokenTexts,
} from './texts/settings.ts';

const WIDE = '(min-width: 768px)';
const page = (
  <Routes>
    <Route path="/settings/:section?" element={<SettingsPage />} />
    <Route path="*" element={null} />
  </Routes>
);
const opened = async (section: string, script: Script = {}, who: Me = me()) => {
  matchOnly(WIDE);
  const server = serveApi({
    'GET me': () => who,
    'GET auth/options': () => ({ accounts: who.accounts, signup: 'open', passkeys: false }),
    'GET me/second-factor': () => ({ app: null, recovery_left: 0, passkeys: 0, required: false }),
    ...script,
  });
  await render(page, { at: `/settings/${section}` });
  return server;
};

it('starts with the profile, and links to each section', async () => {
  await opened('');
  await findByRole('heading', texts.sections.profile);
  const links = getAllByRole('link', undefined, getByRole('navigation', texts.nav));
  expect(links).toHaveLength(Object.keys(texts.sections).length);
  await click(getByRole('link', new RegExp(`^${texts.sections.appearance}`)));
  expect(location.pathname).toBe('/settings/appearance');
  await expect.poll(() => document.title).toBe(texts.page(texts.sections.appearance));
  expect(document.activeElement).toBe(getByRole('heading', texts.sections.appearance));
});

it('shows the list of sections first if there is no room for both', async () => {
  matchOnly();
  serveApi({ 'GET me': () => me() });
  await render(page, { at: '/settings' });
  expect(queryByRole('heading', texts.sections.profile)).toBeUndefined();
  await click(getByRole('link', new RegExp(`^${texts.sections.keys}`)));
  await findNoRole('navigation', texts.nav);
  await click(await findByRole('link', texts.back));
  expect(location.pathname).toBe('/settings');
  await findByRole('navigation', texts.nav);
});

it("says why the account could not be loaded, and shows the sections that don't need it", async () => {
  await opened('plan', { 'GET me': () => new Refusal(403, 'forbidden', 'Not today.') });
  await findByRole('heading', texts.failed);
  await click(getByRole('link', new RegExp(`^${texts.sections.keys}`)));
  await findByRole('region', keyTexts.groups[0].name);
});

it('changes the name', async () => {
  const server = await opened('profile', {
    'PATCH me': ({ body }) => me({ user: { ...me().user, ...(body as object) } }),
  });
  const field = await findByRole('textbox', profileTexts.name);
  const [save] = getAllByRole('button', texts.save);
  expect(save).toHaveProperty('disabled', true);
  await type(field, ' Grace ');
  await press('Enter', { on: field });
  await findText(texts.saved);
  expect(server.of('PATCH me')[0]?.body).toEqual({ name: 'Grace' });
  expect(field).toHaveProperty('value', 'Grace');
});

it('keeps a typed name that the server rejects, and says why', async () => {
  await opened('profile', { 'PATCH me': () => new Refusal(400, 'invalid', 'Too long.') });
  const field = await findByRole('textbox', profileTexts.name);
  await type(field, 'Grace');
  await press('Enter', { on: field });
  await findText(texts.notSaved('Too long.'));
  expect(field).toHaveProperty('value', 'Grace');
});

it('sends the email again while the address is not confirmed', async () => {
  const user = { ...me().user, is_verified_user: false };
  await opened('profile', { 'POST auth/resend': () => ({ sent: true }) }, me({ user }));
  await findText(profileTexts.unverified);
  await click(getByRole('button', profileTexts.resend));
  await findText(profileTexts.sent);
});

it('has neither a password nor account deletion on a personal server', async () => {
  await opened('profile', {}, me({ accounts: 'personal' }));
  await findText(profileTexts.personal);
  expect(queryByRole('textbox', profileTexts.passwordNow)).toBeUndefined();
  expect(queryByRole('button', profileTexts.remove)).toBeUndefined();
});

it('finds a time zone by city or offset, and uses it', async () => {
  const server = await opened('profile', {
    'PATCH me': ({ body }) => me(body as object),
  });
  await click(await findByRole('combobox', profileTexts.zone));
  const find = await findByRole('combobox', profileTexts.zoneFind);
  await type(find, 'lisbon');
  await expect.poll(() => getAllByRole('option').map((it) => it.textContent)).toHaveLength(1);
  await type(find, 'atlantis');
  await findText(profileTexts.zoneNone);
  await type(find, 'new york');
  await click(await findByRole('option', /New York/));
  await findText(texts.saved);
  expect(server.of('PATCH me')[0]?.body).toEqual({ timezone: 'America/New_York' });
  expect(pageText(getByRole('combobox', profileTexts.zone))).toBe('America/New York');
});

it('changes the password, keeping the ticked tokens', async () => {
  const server = await opened('profile', {
    'GET me/tokens': () => ({ docs: [token(1), token(2)] }),
    'PATCH me': () => me(),
  });
  await type(await findByRole('textbox', profileTexts.passwordNow), 'old password');
  const change = getByRole('button', profileTexts.passwordChange);
  await type(getByRole('textbox', profileTexts.passwordNew), 'short');
  expect(change).toHaveProperty('disabled', true);
  await type(getByRole('textbox', profileTexts.passwordNew), 'violin under seventeen maples');
  await click(await findByRole('checkbox', /^Token 2/));
  await click(change);
  await findText(profileTexts.passwordChanged);
  expect(server.of('PATCH me')[0]?.body).toEqual({
    password: {
      current: 'old password',
      new: 'violin under seventeen maples',
      keepTokens: [id(2)],
    },
  });
  expect(getByRole('textbox', profileTexts.passwordNow)).toHaveProperty('value', '');
});

it('shows that the current password is wrong until it is edited', async () => {
  await opened('profile', {
    'GET me/tokens': () => ({ docs: [] }),
    'PATCH me': () => new Refusal(401, 'bad_credentials', 'Wrong.'),
  });
  await type(await findByRole('textbox', profileTexts.passwordNow), 'wrong password');
  await type(getByRole('textbox', profileTexts.passwordNew), 'violin under seventeen maples');
  await click(getByRole('button', profileTexts.passwordChange));
  await findText(profileTexts.passwordWrong);
  await type(getByRole('textbox', profileTexts.passwordNow), 'another');
  expect(pageText()).not.toContain(profileTexts.passwordWrong);
});

it('deletes the account after asking for the password, and opens the sign-in page', async () => {
  const server = await opened('profile', {
    'DELETE me': ({ body }) =>
      (body as { password: string }).password === 'right'
        ? {}
        : new Refusal(401, 'bad_credentials', 'Wrong.'),
  });
  await click(await findByRole('button', profileTexts.remove));
  const dialog = await findByRole('dialog', profileTexts.remove);
  const field = getByRole('textbox', profileTexts.removePassword, dialog);
  expect(getByRole('button', profileTexts.removeAction, dialog)).toHaveProperty('disabled', true);
  await type(field, 'wrong');
  await click(getByRole('button', profileTexts.removeAction, dialog));
  await findText(profileTexts.passwordWrong);
  await type(field, 'right');
  await click(getByRole('button', profileTexts.removeAction, dialog));
  await expect.poll(() => location.pathname).toBe('/login');
  expect(server.of('DELETE me')).toHaveLength(2);
});

it('shows how many questions are left, and where to get more', async () => {
  await opened(
    'plan',
    {},
    me({
      user: { ...me().user, plan: 'FREE' },
      limits: { question_n_answers: 3, reset_at: '2026-03-02T00:00:00.000Z' },
      upgrade_url: 'https://example.org/plans',
    }),
  );
  await findText(`${planTexts.plan} ${planTexts.names['FREE']}`);
  expect(pageText()).toContain(planTexts.leftText(3));
  await click(getByRole('button', planTexts.upgrade));
  const link = await findByRole('link', /plans/);
  expect(link.getAttribute('href')).toBe('https://example.org/plans');
});

it('has no upgrade if questions are unlimited', async () => {
  await opened('plan', {}, me({ limits: { question_n_answers: null } }));
  await findText(planTexts.unlimited);
  expect(queryByRole('button', planTexts.upgrade)).toBeUndefined();
});

it('lists the models, and what else the assistant can do', async () => {
  const capabilities = {
    models: [
      { id: 5, name: 'GPT-5', available: true, hidden: false },
      { id: 2, name: 'GPT-4o', available: false, hidden: false },
      { id: 8, name: 'Internal', available: true, hidden: true },
    ],
    offline: false,
    embeddings: true,
    transcription: false,
  };
  await opened('assistant', {}, me({ capabilities, features: { notes_generation: false } }));
  const models = await findByRole('list', assistantTexts.models);
  expect(itemsOf(models)).toEqual([
    `GPT-5 ${assistantTexts.ready}`,
    `GPT-4o ${assistantTexts.needsModel} ${assistantTexts.absent}`,
  ]);
  const parts = getByRole('list', assistantTexts.parts);
  expect(pageText(parts)).toContain(assistantTexts.embeddingsOn);
  expect(pageText(parts)).toContain(assistantTexts.transcriptionOff);
  expect(pageText(parts)).toContain(assistantTexts.notesOff);
});

it('says that the offline assistant answers without a provider', async () => {
  const { capabilities } = me();
  await opened('assistant', {}, me({ capabilities: { ...capabilities, offline: true } }));
  await findText(assistantTexts.offlineTitle);
  expect(pageText()).toContain(assistantTexts.needsProvider);
});

const token = (n: number, more: object = {}) => ({
  _id: id(n),
  name: `Token ${n}`,
  scope: 'write',
  prefix: `gls_${n}`,
  createdAt: '2026-03-01T12:00:00.000Z',
  lastUsedAt: null,
  expiresAt: null,
  ...more,
});

it('lists the tokens with their access and expiry', async () => {
  await opened('tokens', {
    'GET me/tokens': () => ({
      docs: [
        token(1, { scope: 'read', lastUsedAt: '2026-03-02T12:00:00.000Z' }),
        token(2, { expiresAt: '2020-01-01T12:00:00.000Z' }),
        token(3, { expiresAt: '2099-01-01T12:00:00.000Z' }),
      ],
    }),
  });
  const [read, ended, lasting] = itemsOf(await findByRole('list', tokenTexts.list));
  expect(read).toContain(`Token 1 ${tokenTexts.scopes.read} gls_1…`);
  expect(read).toContain(tokenTexts.used('Mar 02, 2026'));
  expect(ended).toContain(tokenTexts.neverUsed);
  expect(ended).toContain(tokenTexts.expired('Jan 01, 2020'));
  expect(lasting).toContain(tokenTexts.expires('Jan 01, 2099'));
});

it('creates a token, which is shown once', async () => {
  const server = await opened('tokens', {
    'GET me/tokens': () => ({ docs: [] }),
    'POST me/tokens': ({ body }) => ({ ...token(9), ...(body as object), token: 'gls_secret' }),
  });
  await findText(tokenTexts.none);
  await click(getByRole('button', tokenTexts.make));
  const dialog = await findByRole('dialog', tokenTexts.make);
  expect(getByRole('button', tokenTexts.create, dialog)).toHaveProperty('disabled', true);
  await type(getByRole('textbox', tokenTexts.name, dialog), ' Laptop ');
  await choose(getByRole('combobox', tokenTexts.scope, dialog), tokenTexts.scopes.read);
  await choose(
    getByRole('combobox', tokenTexts.expiry, dialog),
    tokenTexts.expiresAfter(undefined),
  );
  await click(getByRole('button', tokenTexts.create, dialog));
  const shown = await findByRole('textbox', tokenTexts.token);
  expect(shown).toHaveProperty('value', 'gls_secret');
  expect(server.of('POST me/tokens')[0]?.body).toEqual({ name: 'Laptop', scope: 'read' });
  await click(getByRole('button', tokenTexts.done));
  await expect.poll(() => queryByRole('dialog')).toBeUndefined();
});

it('asks for the password before creating a token if the sign-in is old', async () => {
  const server = await opened('tokens', {
    'GET me/tokens': () => ({ docs: [] }),
    'POST me/tokens': ({ body }) => {
      const { password } = body as { password?: string };
      if (password === undefined) throw new Refusal(403, 'confirm_password', 'Confirm.');
      if (password !== 'right') throw new Refusal(401, 'bad_credentials', 'Wrong password.');
      return { ...token(9), token: 'gls_secret' };
    },
  });
  await click(await findByRole('button', tokenTexts.make));
  await type(await findByRole('textbox', tokenTexts.name), 'Laptop');
  await click(getByRole('button', tokenTexts.create));
  const field = await findByRole('textbox', passkeyTexts.password);
  await type(field, 'wrong');
  await click(getByRole('button', passkeyTexts.next));
  await findText('Wrong password.');
  await type(field, 'right');
  await click(getByRole('button', passkeyTexts.next));
  await findByRole('textbox', tokenTexts.token);
  expect(server.of('POST me/tokens')).toHaveLength(3);
});

it('deletes a token after a confirmation, and shows it again if that fails', async () => {
  const server = await opened('tokens', {
    'GET me/tokens': () => ({ docs: [token(1), token(2)] }),
    'DELETE me/tokens/:id': () => new Refusal(409, 'conflict', 'Not now.'),
  });
  await click(await findByRole('button', tokenTexts.delete('Token 1')));
  await findByRole('alertdialog', tokenTexts.deleteTitle('Token 1'));
  await click(getByRole('button', tokenTexts.deleteAction));
  await findText('Not now.');
  expect(itemsOf(getByRole('list', tokenTexts.list))).toHaveLength(2);
  expect(server.of('DELETE me/tokens/:id')[0]?.path).toBe(`me/tokens/${id(1)}`);
});

it('chooses a theme', async () => {
  await opened('appearance');
  await click(await findByRole('radio', themeTexts.themes.dark));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  await click(getByRole('radio', themeTexts.themes.system));
  expect(document.documentElement.dataset['theme']).toBeUndefined();
});

it('lists every shortcut by area, with the key names of the system', async () => {
  const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('X11; Linux');
  await opened('keys');
  const everywhere = await findByRole('region', keyTexts.groups[0].name);
  expect(pageText(everywhere)).toContain(`${keyTexts.groups[0].keys[0].does} Ctrl K`);
  agent.mockRestore();
});

it('shows the server status, and what to do about errors', async () => {
  const health = (status: string) => ({
    status,
    version: '1.2.3',
    components: {
      ...Object.fromEntries(COMPONENTS.map((it) => [it, { status: 'ok', detail: `Some ${it}` }])),
      ai: { status: 'missing', detail: 'No provider' },
      browser: { status: 'failed', detail: 'It does not start', mend: 'Install Chromium.' },
    },
  });
  const server = await opened('server', {
    'GET health': () => Response.json({ data: health('failed') }, { status: 503 }),
  });
  const parts = itemsOf(await findByRole('list', serverTexts.parts));
  expect(parts[0]).toBe(`${serverTexts.names.database} ${serverTexts.statuses.ok} Some database`);
  expect(parts).toContain(`${serverTexts.names.ai} ${serverTexts.statuses.missing} No provider`);
  expect(parts.find((it) => it.startsWith(serverTexts.names.browser))).toContain(
    'It does not start Install Chromium.',
  );
  expect(pageText()).toContain(serverTexts.broken);
  server.change({ 'GET health': () => health('ok') });
  await click(getByRole('button', serverTexts.again));
  await findText(serverTexts.all);
});

it('has a name for every part of the server', () => {
  expect(COMPONENTS.filter((it) => !/^[A-Zy]/.test(serverTexts.names[it]))).toEqual([]);
});

it('exports everything, and a backup on a personal server', async () => {
  await opened('data', {}, me({ accounts: 'personal' }));
  const link = await findByRole('link', dataTexts.backupDownload);
  expect(link.getAttribute('href')).toBe('/api/backup');
  const markdown = getByRole('link', 'Download as Markdown');
  expect(markdown.getAttribute('href')).toBe('/api/export?format=md');
});

it('has no backup on a server with several accounts', async () => {
  await opened('data');
  await findText(dataTexts.threads);
  expect(queryByRole('link', dataTexts.backupDownload)).toBeUndefined();
});

const session = (n: number, more: object = {}) => ({
  _id: id(n),
  current: false,
  agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
  createdAt: '2026-03-01T12:00:00.000Z',
  lastUsedAt: '2026-03-02T12:00:00.000Z',
  expiresAt: '2026-04-01T12:00:00.000Z',
  ...more,
});

it('lists sessions, and ends one', async () => {
  const sessions = [session(1, { current: true }), session(2), session(3, { agent: null })];
  const server = await opened('leave', {
    'GET me/sessions': () => ({ docs: sessions }),
    'DELETE me/sessions/:id': ({ body }) => {
      if (!(body as { password?: string }).password)
        throw new Refusal(403, 'confirm_password', 'Confirm.');
      sessions.splice(1, 1);
    },
  });
  const list = await findByRole('list', sessionTexts.list);
  const [current, firefox, unknown] = itemsOf(list);
  expect(current).toContain(sessionTexts.current);
  expect(firefox).toContain('Firefox on Linux');
  expect(unknown).toContain(sessionTexts.other);
  expect(getAllByRole('button', undefined, list)).toHaveLength(2);
  await click(getByRole('button', sessionTexts.end('Firefox on Linux', 'Mar 01, 2026')));
  await type(await findByRole('textbox', passkeyTexts.password), 'right');
  await click(getByRole('button', passkeyTexts.next));
  await findText(sessionTexts.ended);
  expect(server.of('DELETE me/sessions/:id').at(-1)?.body).toEqual({ password: 'right' });
  await expect.poll(() => itemsOf(getByRole('list', sessionTexts.list))).toHaveLength(2);
});

it('signs out here, or everywhere with the chosen tokens kept', async () => {
  const begun: SignOutRequest[] = [];
  const stop = onSignOut((it) => begun.push(it));
  await opened('leave', {
    'GET me/sessions': () => ({ docs: [] }),
    'GET me/tokens': () => ({ docs: [token(1)] }),
  });
  await click(await findByRole('button', leaveTexts.here));
  await click(getByRole('button', leaveTexts.everywhere));
  await findByRole('alertdialog', leaveTexts.everywhereTitle);
  await findText(keepTokenTexts.text);
  await click(await findByRole('checkbox', /^Token 1/));
  await click(getByRole('button', leaveTexts.everywhereAction, getByRole('alertdialog')));
  await expect
    .poll(() => begun.map(({ everywhere, keepTokens }) => [everywhere, keepTokens]))
    .toEqual([
      [false, []],
      [true, [id(1)]],
    ]);
  stop();
});

it('disables single-key shortcuts in this browser', async () => {
  await opened('keys');
  expect(singleKeys.read()).toBe(true);
  await click(await findByRole('radio', keyTexts.singleStates.off));
  expect(singleKeys.read()).toBe(false);
  await click(getByRole('radio', keyTexts.singleStates.on));
  expect(singleKeys.read()).toBe(true);
});
