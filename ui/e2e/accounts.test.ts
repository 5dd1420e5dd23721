import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMailServer, type MailServer } from '#api/testing/mail-server.ts';
import { intercept } from './testing/network.ts';
import {
  ADA,
  BEN,
  field,
  linkIn,
  openVisitor,
  PASSWORD,
  press,
  signInAs,
  signUpAs,
  type Person,
} from './testing/people.ts';
import {
  openStage,
  PHONE,
  shoot,
  shootAll,
  WIDE,
  type Scheme,
  type Stage,
} from './testing/stage.ts';

/** Many people on one server, each in their own browser; emails go through a real SMTP server. */
describe('accounts', () => {
  let mail: MailServer;
  let stage: Stage;
  beforeAll(async () => {
    mail = await openMailServer();
    stage = await openStage({
      env: {
        GLOSS_ACCOUNTS: 'accounts',
        GLOSS_SMTP_URL: mail.url,
        GLOSS_MAIL_FROM: 'gloss@example.org',
        GLOSS_FREE_QUESTIONS_PER_DAY: '2',
        GLOSS_SIGN_IN_PACE: '6/min,100/h',
      },
    });
  });
  afterAll(async () => {
    await stage.close();
    await mail.close();
  });

  const visitor = (looks?: { viewport?: typeof WIDE; scheme?: Scheme }) =>
    openVisitor(stage, looks);
  const signUp = (page: Page, who: Person) => signUpAs(page, who, mail);
  const signIn = (page: Page, who: Person, path?: string) => signInAs(page, who, stage, path);

  it('leads from signing up to sharing a thread and revoking access', async () => {
    const ada = await visitor();
    await ada.page.goto(`${stage.server.url}/library`);
    await ada.page.waitForURL('**/login?next=%2Flibrary');
    await ada.page.getByRole('link', { name: 'Sign up' }).click();
    await field(ada.page, 'Email').fill('ada at home');
    await field(ada.page, 'Password').fill('short');
    await press(ada.page, 'Create account');
    await ada.page.getByText('Enter an email address, like ada@example.org').waitFor();
    await ada.page.getByText('At least 10 characters.').waitFor();
    await signUp(ada.page, ADA);
    // where she wanted to go before she had an account
    await ada.page.waitForURL('**/library');
    await ada.context.clearCookies();
    await ada.page.goto(`${stage.server.url}/login?next=%2Flibrary`);
    await field(ada.page, 'Email').fill(ADA.email);
    await field(ada.page, 'Password').fill('not this one');
    // Masked until it is shown on request; password managers can fill it in, and it can be pasted.
    const masked = async () => [
      await field(ada.page, 'Password').getAttribute('type'),
      await field(ada.page, 'Password').getAttribute('autocomplete'),
    ];
    expect(await masked()).toEqual(['password', 'current-password']);
    await press(ada.page, 'Show password');
    expect(await masked()).toEqual(['text', 'current-password']);
    await press(ada.page, 'Hide password');
    expect(await masked()).toEqual(['password', 'current-password']);
    expect(
      await field(ada.page, 'Password').evaluate((input) =>
        input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
      ),
    ).toBe(true);
    await press(ada.page, 'Sign in');
    await ada.page.getByRole('alert').getByText('Wrong email or password.').waitFor();
    await field(ada.page, 'Password').fill(PASSWORD);
    await press(ada.page, 'Sign in');
    await ada.page.waitForURL('**/library');

    await ada.page.goto(`${stage.server.url}/`);
    await press(ada.page, 'New thread');
    await ada.page.getByRole('dialog', { name: 'Add source' }).waitFor();
    await ada.page.keyboard.press('Escape');
    await ada.page.getByRole('region', { name: 'Notes' }).locator('[contenteditable=true]').click();
    await ada.page.keyboard.type('Otters hold hands while they sleep.');
    await press(ada.page, 'Share');
    const share = ada.page.getByRole('dialog');
    await share.getByRole('textbox', { name: 'Email' }).fill(BEN.email);
    await share.getByRole('button', { name: 'Invite' }).click();
    const invited = share.getByRole('listitem').filter({ hasText: BEN.email });
    await invited.getByText('not opened yet').waitFor();
    await shoot(ada.page, 'share-wide-light');
    expect(await seriousIn(ada.page)).toEqual([]);

    const ben = await visitor({ scheme: 'dark' });
    await ben.page.goto(linkIn((await mail.take(BEN.email, /shared/)).text, 't/'));
    await ben.page.getByRole('heading', { name: 'Sign in to open this thread' }).waitFor();
    await press(ben.page, 'Login');
    await ben.page.getByRole('dialog').getByRole('link', { name: 'Sign up' }).click();
    await signUp(ben.page, BEN);
    await ben.page.getByText('Otters hold hands while they sleep.').waitFor();
    await ben.page.getByText('Read only').waitFor();
    expect(await ben.page.getByRole('button', { name: 'Share' }).count()).toBe(0);
    expect(
      await ben.page
        .getByRole('region', { name: 'Notes' })
        .locator('[contenteditable=true]')
        .count(),
    ).toBe(0);
    await shoot(ben.page, 'shared-viewer-wide-dark');

    await share.getByRole('button', { name: 'Close' }).click();
    await press(ada.page, 'Share');
    await share.getByRole('combobox', { name: 'Role of Ben' }).waitFor();
    await share.getByRole('button', { name: 'Remove Ben' }).click();
    await ben.page.getByRole('heading', { name: 'Thread not found' }).waitFor();
    expect(await ben.page.getByText('Otters hold hands').count()).toBe(0);

    // Invited again, he leaves by himself.
    await share.getByRole('textbox', { name: 'Email' }).fill(BEN.email);
    await share.getByRole('button', { name: 'Invite' }).click();
    await share.getByRole('listitem').filter({ hasText: BEN.email }).waitFor();
    await ben.page.goto(linkIn((await mail.take(BEN.email, /shared/)).text, 't/'));
    await press(ben.page, 'Your access');
    await ben.page.getByText('You’re a viewer').waitFor();
    await press(ben.page, 'Leave thread');
    await shoot(ben.page, 'leave-thread-wide-dark');
    expect(await seriousIn(ben.page)).toEqual([]);
    // An older response, which still contains the thread, arrives later.
    const [listed, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await intercept(
      ben.page,
      '**/api/threads?*',
      async (route) => {
        const response = await route.fetch();
        listed.resolve();
        await left.promise;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await intercept(ben.page, '**/api/threads/*/members/*', async (route) => {
      await listed.promise;
      await route.continue();
    });
    await ben.page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await ben.page.getByText('You left the thread.').waitFor();
    left.resolve();
    await ben.page.getByRole('heading', { name: 'Start your first thread' }).waitFor();
    expect(await ben.page.getByRole('link', { name: 'Untitled thread' }).count()).toBe(0);
    expect([...ada.broken, ...ben.broken]).toEqual([]);
    await ada.context.close();
    await ben.context.close();
  });

  it('renews an expired session in two windows at once, asks for the password when it has ended, and keeps what was typed', async () => {
    const { context, page, broken } = await visitor();
    await signIn(page, ADA);
    const other = await context.newPage();
    await other.goto(`${stage.server.url}/settings/profile`);
    await field(other, 'Name').waitFor();
    const refreshes: number[] = [];
    context.on('response', (response) => {
      if (response.url().endsWith('/auth/refresh')) refreshes.push(response.status());
    });
    await context.clearCookies({ name: 'gloss_session' });
    await field(other, 'Name').fill('Ada L.');
    await Promise.all([press(other, 'Save'), press(page, 'New thread')]);
    await other.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('dialog', { name: 'Add source' }).waitFor();
    expect(refreshes).toEqual([200]);

    // One window receives its response after the other has renewed, and continues with the new
    // session.
    const [refused, renewed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await intercept(
      other,
      '**/api/me',
      async (route) => {
        const response = await route.fetch();
        refused.resolve();
        await renewed.promise;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await context.clearCookies({ name: 'gloss_session' });
    await field(other, 'Name').fill('Ada B.');
    await press(other, 'Save');
    await refused.promise;
    await page.goto(`${stage.server.url}/`);
    await page.getByRole('link', { name: 'Untitled thread' }).first().waitFor();
    expect(refreshes).toEqual([200, 200]);
    const saved = other.waitForResponse(
      (it) => it.url().endsWith('/api/me') && it.request().method() === 'PATCH' && it.ok(),
    );
    renewed.resolve();
    await saved;
    expect(refreshes).toEqual([200, 200]);

    await field(other, 'Name').fill('Ada Lovelace');
    await context.clearCookies();
    await press(other, 'Save');
    const out = other.getByRole('dialog', { name: 'You’re signed out' });
    await out.waitFor();
    await shoot(other, 'signed-out-wide-light');
    expect(await seriousIn(other)).toEqual([]);
    expect(await field(other, 'Email').inputValue()).toBe(ADA.email);
    await out.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await out.getByRole('button', { name: 'Sign in', exact: true }).click();
    await out.waitFor({ state: 'detached' });
    expect(await field(other, 'Name').inputValue()).toBe('Ada Lovelace');
    await press(other, 'Save');
    await other.getByText('Saved', { exact: true }).last().waitFor();
    expect(broken).toEqual([]);
    await context.close();
  });

  it('waits as long as the server asks after too many attempts', async () => {
    const { context, page } = await visitor();
    await page.goto(`${stage.server.url}/login`);
    await field(page, 'Email').fill('nobody@example.org');
    for (let tries = 0; tries < 7; tries += 1) {
      await field(page, 'Password').fill(`a wrong password ${tries}`);
      const answered = page.waitForResponse('**/auth/login');
      await press(page, 'Sign in');
      await answered;
    }
    await page
      .getByRole('alert')
      .getByText(/Too many attempts\. Try again in \d+ seconds?\./)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Sign in', exact: true }).isDisabled()).toBe(
      true,
    );
    await context.close();
  });

  it('confirms a sign-up only by its own link when someone else used the same address', async () => {
    const eve = { name: 'Eve', email: 'carol@example.org' };
    const carol = { name: 'Carol', email: 'carol@example.org' };
    const api = (path: string, body: object) =>
      fetch(`${stage.server.url}/api/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const { context, page, broken } = await visitor();
    await page.goto(`${stage.server.url}/signup`);
    await field(page, 'Name').fill(carol.name);
    await field(page, 'Email').fill(carol.email);
    await field(page, 'Password').fill(PASSWORD);
    await press(page, 'Create account');
    await page.getByText('We sent a link to carol@example.org.').waitFor();
    const own = linkIn((await mail.take(carol.email, /Confirm your email/)).text, 'verify');
    await api('auth/signup', { ...eve, password: 'a password of Eve' });
    const theirs = await mail.take(carol.email, /Confirm your email/);
    expect(theirs.text).toContain('“Eve”');
    await page.goto(own);
    await page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor();
    await page
      .getByText('carol@example.org belongs to the account “Carol”. You’re signed in.')
      .waitFor();
    await page.goto(linkIn(theirs.text, 'verify'));
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    expect(
      (await api('auth/login', { email: carol.email, password: 'a password of Eve' })).status,
    ).toBe(401);
    await signIn(page, carol);
    expect(broken).toEqual([]);
    await context.close();
  });

  it('keeps the ticked tokens after a password change, and none after a reset by email', async () => {
    const dan = { name: 'Dan', email: 'dan@example.org' };
    const { context, page, broken } = await visitor();
    await page.goto(`${stage.server.url}/signup`);
    await signUp(page, dan);
    const tokens = await page.evaluate(async () => {
      const make = async (name: string) =>
        (
          (await (
            await fetch('/api/me/tokens', {
              method: 'POST',
              headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify({ name }),
            })
          ).json()) as { data: { token: string } }
        ).data.token;
      return { kept: await make('Nightly script'), lost: await make('Old laptop') };
    });
    await mail.take(dan.email, /token was created/);
    const works = async (token: string) =>
      (
        await fetch(`${stage.server.url}/api/threads`, {
          headers: { Authorization: `Bearer ${token}` },
        })
      ).status;

    await page.goto(`${stage.server.url}/settings/profile`);
    await field(page, 'Current password').fill(PASSWORD);
    await field(page, 'New password').fill('otter river window');
    const keep = page.getByRole('group', { name: 'Keep these tokens' });
    expect(await keep.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await keep.getByRole('checkbox', { name: /^Nightly script/ }).check();
    await shootAll(page, 'keep-tokens');
    expect(await seriousIn(page)).toEqual([]);
    await press(page, 'Change password');
    await page.getByText('Password changed. You’re signed out everywhere else.').waitFor();
    expect([await works(tokens.kept), await works(tokens.lost)]).toEqual([200, 401]);

    await page.goto(`${stage.server.url}/settings/leave`);
    await press(page, 'Sign out everywhere');
    const asks = page.getByRole('alertdialog', { name: 'Sign out everywhere?' });
    await asks.getByRole('checkbox', { name: /^Nightly script/ }).check();
    await shootAll(page, 'sign-out-everywhere');
    expect(await seriousIn(page)).toEqual([]);
    await asks.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL('**/login');
    expect(await works(tokens.kept)).toBe(200);

    await page.goto(`${stage.server.url}/reset`);
    await field(page, 'Email').fill(dan.email);
    await press(page, 'Send link');
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await page.goto(linkIn((await mail.take(dan.email, /Set a new password/)).text, 'reset'));
    await field(page, 'New password').fill(PASSWORD);
    await press(page, 'Set password');
    await page.getByRole('heading', { name: 'Password changed' }).waitFor();
    expect(await works(tokens.kept)).toBe(401);
    expect(broken).toEqual([]);
    await context.close();
  });

  it('lists sessions and ends one of them', async () => {
    const ada = await visitor();
    await ada.page.goto(`${stage.server.url}/login`);
    await field(ada.page, 'Email').fill(ADA.email);
    await field(ada.page, 'Password').fill(PASSWORD);
    await press(ada.page, 'Sign in');
    await ada.page.getByRole('button', { name: 'New thread', exact: true }).first().waitFor();
    const api = (path: string, init: RequestInit) => fetch(`${stage.server.url}/api/${path}`, init);
    const entered = await api('auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'a test of sessions' },
      body: JSON.stringify({ email: ADA.email, password: PASSWORD }),
    });
    const {
      data: { accessToken },
    } = (await entered.json()) as { data: { accessToken: string } };
    const elsewhere = async () =>
      (await api('me', { headers: { Authorization: `Bearer ${accessToken}` } })).status;
    expect(await elsewhere()).toBe(200);

    await ada.page.goto(`${stage.server.url}/settings/leave`);
    const sessions = ada.page.getByRole('list', { name: 'Sessions' });
    await sessions
      .getByRole('listitem')
      .filter({ hasText: 'This browser' })
      .getByText('Chromium on ')
      .waitFor();
    await shoot(ada.page, 'sessions-wide-light');
    await sessions
      .getByRole('button', { name: /^Sign out a test of sessions, signed in / })
      .click();
    await ada.page.getByText('Session signed out').waitFor();
    expect(await elsewhere()).toBe(401);
    await sessions.getByText('This browser').waitFor();
    expect(ada.broken).toEqual([]);
    await ada.context.close();
  });

  it('shows how many questions are left today, and what to do when none are', async () => {
    const { context, page, broken } = await visitor();
    await signIn(page, ADA);
    const make = async (title: string): Promise<string> => {
      const url = await page.evaluate(
        async ([name, site]) => {
          const post = async (path: string, body: unknown) =>
            (
              (await (
                await fetch(`/api/${path}`, {
                  method: 'POST',
                  headers: { 'Content-Type': 'application/json' },
                  body: JSON.stringify(body),
                })
              ).json()) as { data: { _id: string; url: string } }
            ).data;
          const thread = await post('threads', { title: name });
          await post('thread/addSource', {
            threadId: thread._id,
            url: `${site}/forgetting-curve.html`,
          });
          return thread.url;
        },
        [title, stage.site] as const,
      );
      return `${stage.server.url}/t/${url}`;
    };
    await page.goto(await make('What is left'));
    const ask = page.getByRole('textbox', { name: 'Ask a question' });
    await page.getByRole('button', { name: '2 free queries left today' }).waitFor();
    for (const left of [
      '1 free query left today',
      'Daily queries limit reached. Click to upgrade',
    ]) {
      await ask.fill('How fast do we forget?');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('button', { name: left }).first().waitFor();
    }
    expect(await ask.count()).toBe(0);
    await page.getByRole('article').last().getByText('Referring').waitFor();
    await page.getByRole('button', { name: 'Send' }).focus();
    await page
      .getByRole('list', { name: 'Prompts' })
      .getByRole('button')
      .first()
      .click({ force: true });
    await page.getByText('Please upgrade your plan to continue').waitFor();
    await shoot(page, 'spent-wide-light');
    await page
      .getByRole('button', { name: 'Daily queries limit reached. Click to upgrade' })
      .first()
      .click();
    await page
      .getByRole('dialog', { name: 'Upgrade your plan' })
      .getByText('You’ve used all of today’s free queries.')
      .waitFor();
    expect(broken).toEqual([]);
    await context.close();
  });

  it('lets an invited editor clip on the timeline of a video, and tells a viewer who can', async () => {
    const ada = await visitor();
    await signIn(ada.page, ADA);
    await press(ada.page, 'New thread');
    const add = ada.page.getByRole('dialog', { name: 'Add source' });
    await add.getByRole('textbox').first().fill(`${stage.site}/lecture.html`);
    await add.getByRole('button', { name: /^Add/ }).click();
    const lane = (page: Page) =>
      page.getByRole('region', { name: 'Source viewer' }).getByRole('group', { name: 'Clips' });
    await lane(ada.page).waitFor();
    await press(ada.page, 'Share');
    const share = ada.page.getByRole('dialog');
    await share.getByRole('textbox', { name: 'Email' }).fill(BEN.email);
    await share.getByRole('combobox', { name: 'Role' }).selectOption('editor');
    await share.getByRole('button', { name: 'Invite' }).click();
    await share.getByRole('listitem').filter({ hasText: 'Ben' }).waitFor();

    const ben = await visitor();
    await signIn(ben.page, BEN);
    await ben.page.goto(linkIn((await mail.take(BEN.email, /shared/)).text, 't/'));
    await expect.poll(() => lane(ben.page).boundingBox()).not.toBeNull();
    const box = await lane(ben.page).boundingBox();
    if (box) await ben.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await ben.page
      .getByRole('region', { name: 'Notes' })
      .getByRole('figure', { name: 'Clip' })
      .waitFor();

    const role = share.getByRole('combobox', { name: 'Role of Ben' });
    for (const name of ['viewer', 'editor', 'viewer']) {
      await role.selectOption(name);
      const state = name === 'viewer' ? 'visible' : 'detached';
      await ben.page.getByText('Read only').waitFor({ state });
    }
    const line = ben.page.locator('[data-segment] p').first();
    await line.evaluate((element) => getSelection()?.selectAllChildren(element));
    await press(ben.page, 'Save clip');
    await ben.page.getByRole('dialog', { name: 'You can view this thread' }).waitFor();
    await shoot(ben.page, 'read-only-dialog-wide-light');
    expect(await seriousIn(ben.page)).toEqual([]);
    expect([...ada.broken, ...ben.broken]).toEqual([]);
    await ada.context.close();
    await ben.context.close();
  });

  const screens = [
    '/login',
    '/signup',
    '/reset',
    '/reset#token=gone',
    '/verify?token=gone',
    '/verify',
  ];
  for (const [scheme, viewport] of [
    ['light', WIDE],
    ['dark', PHONE],
  ] as const) {
    it(`has no serious accessibility problems, ${scheme}`, async () => {
      const { context, page, broken } = await visitor({ scheme, viewport });
      for (const path of screens) {
        await page.goto(`${stage.server.url}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByRole('heading', { name: 'Confirming' }).waitFor({ state: 'detached' });
        await shoot(
          page,
          `account${path.replace(/\W+/g, '-')}-${viewport === WIDE ? 'wide' : 'phone'}-${scheme}`,
        );
        expect(await seriousIn(page), path).toEqual([]);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0);
      }
      expect(broken).toEqual([]);
      await context.close();
    });
  }
});

async function seriousIn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter((it) => it.impact === 'serious' || it.impact === 'critical')
    .map((it) => `${it.id}: ${it.nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`);
}
