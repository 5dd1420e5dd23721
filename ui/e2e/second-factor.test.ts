import { AxeBuilder } from '@axe-core/playwright';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, PHONE, shoot, WIDE, type Stage } from './testing/stage.ts';

const [EMAIL, PASSWORD] = ['ada@example.org', 'otter lake window'];
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const serious = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations
    .filter((it) => it.impact === 'serious' || it.impact === 'critical')
    .map((it) => `${it.id}: ${it.nodes[0]?.html}`);

/** On a server that requires it: after the first sign-in, then each time. */
describe('two-factor authentication', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({
      env: { GLOSS_ACCOUNTS: 'accounts', GLOSS_SECOND_FACTOR: 'required', GLOSS_HOST: 'localhost' },
    });
    const { link } = (await stage.call('POST', 'users', { email: EMAIL, name: 'Ada' })) as {
      link: string;
    };
    await stage.call('POST', 'auth/reset', {
      token: new URL(link).searchParams.get('token'),
      password: PASSWORD,
    });
  });
  afterAll(() => stage.close());

  it('is set up first, asked for after the password, replaced by a recovery code, and changed in the settings', async () => {
    const context = await stage.browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' });
    await context.addInitScript(() => {
      localStorage.setItem('gloss-welcomed', '1');
    });
    const page = await context.newPage();
    const broken: string[] = [];
    page.on('pageerror', (error) => broken.push(error.message));
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) broken.push(message.text());
    });
    const signIn = async (path = '/') => {
      await page.goto(`${stage.server.url}/login?next=${encodeURIComponent(path)}`);
      await field(page, 'Email').fill(EMAIL);
      await field(page, 'Password').fill(PASSWORD);
      await press(page, 'Sign in');
    };

    await signIn('/library');
    await page.getByRole('heading', { name: 'Protect your account' }).waitFor();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    await shoot(page, 'factor-due-phone-light');
    expect(await serious(page)).toEqual([]);
    // It can't be bypassed.
    await page.goto(`${stage.server.url}/settings/tokens`);
    await page.getByRole('heading', { name: 'Protect your account' }).waitFor();
    const key = (
      (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
    ).replaceAll(' ', '');
    const totp = new TOTP({ secret: Secret.fromBase32(key) });
    const at = Date.now();
    await field(page, 'Authentication code').fill('000000');
    await press(page, 'Confirm');
    await page.getByText('This code is wrong').waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize(WIDE);
    await shoot(page, 'factor-due-wide-dark');
    await page.setViewportSize(PHONE);
    await field(page, 'Authentication code').fill(totp.generate({ timestamp: at }));
    await press(page, 'Confirm');
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
    const codes = await page
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .allTextContents();
    expect(codes.length).toBe(10);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('gloss-recovery-codes.txt');
    await shoot(page, 'recovery-codes-phone-dark');
    expect(await serious(page)).toEqual([]);
    await press(page, 'I’ve saved them');
    await page
      .getByRole('navigation', { name: 'Settings' })
      .or(page.getByRole('link', { name: 'All settings' }))
      .first()
      .waitFor();

    await context.clearCookies();
    await page.emulateMedia({ colorScheme: 'light' });
    await signIn();
    await field(page, 'Authentication code').fill('000000');
    await press(page, 'Sign in');
    await page.getByRole('alert').getByText('This code is wrong').waitFor();
    await shoot(page, 'second-step-phone-light');
    expect(await serious(page)).toEqual([]);
    // The next code: that of the set-up is used up.
    await field(page, 'Authentication code').fill(totp.generate({ timestamp: at + 30_000 }));
    await press(page, 'Sign in');
    await page.waitForURL(`${stage.server.url}/`);

    await context.clearCookies();
    await signIn('/settings/profile');
    await press(page, 'Use a recovery code');
    await field(page, 'Recovery code').fill(codes[0] ?? '');
    await press(page, 'Sign in');
    await page.getByText('9 recovery codes left').waitFor();
    await page.getByRole('heading', { name: 'Two-factor authentication' }).scrollIntoViewIfNeeded();
    await shoot(page, 'settings-factor-phone-light');
    await page.setViewportSize(WIDE);
    await page.emulateMedia({ colorScheme: 'dark' });
    await press(page, 'New recovery codes');
    await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor();
    await shoot(page, 'settings-recovery-codes-wide-dark');
    expect(await serious(page)).toEqual([]);
    await press(page, 'I’ve saved them');
    await page.getByText('10 recovery codes left').waitFor();
    await page.getByRole('heading', { name: 'Two-factor authentication' }).scrollIntoViewIfNeeded();
    await shoot(page, 'settings-factor-wide-dark');
    await press(page, 'Turn off');
    await page
      .getByRole('alertdialog')
      .getByText('This server requires two-factor authentication')
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('heading', { name: 'Protect your account' }).waitFor();
    await press(page, 'Sign out');
    await page.getByRole('heading', { name: 'Sign in to Gloss' }).waitFor();
    expect(broken).toEqual([]);
    await context.close();
  });
});
