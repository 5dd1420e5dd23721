import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, PHONE, shoot, WIDE, type Stage } from './testing/stage.ts';

const [EMAIL, PASSWORD] = ['ada@example.org', 'correct horse battery'];

describe('a passkey', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({
      env: {
        GLOSS_ACCOUNTS: 'accounts',
        GLOSS_HOST: 'localhost',
        GLOSS_OIDC_ISSUER: 'https://login.example.org',
        GLOSS_OIDC_CLIENT_ID: 'gloss',
        GLOSS_OIDC_CLIENT_SECRET: 'between the two',
        GLOSS_OIDC_NAME: 'Example',
      },
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

  /** A virtual authenticator whose user confirms at once. */
  async function withDevice(page: Page): Promise<void> {
    const devices = await page.context().newCDPSession(page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
  }
  const passkeys = (page: Page) =>
    page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');

  it('is created in the settings, signs in, is renamed and deleted', async () => {
    const context = await stage.browser.newContext({ viewport: WIDE, reducedMotion: 'reduce' });
    await context.addInitScript(() => {
      localStorage.setItem('gloss-welcomed', '1');
    });
    const page = await context.newPage();
    await withDevice(page);
    await page.goto(`${stage.server.url}/login`);
    await page.getByRole('button', { name: 'Continue with Example' }).waitFor();
    await shoot(page, 'login-ways-wide-light');
    await page.getByRole('textbox', { name: 'Email' }).fill(EMAIL);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${stage.server.url}/`);

    await page.goto(`${stage.server.url}/settings/profile`);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await passkeys(page).getByText('never used').waitFor();
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByText('This device already has a passkey for this account.').waitFor();
    await page.getByRole('button', { name: /^Rename / }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Desk');
    await page.getByRole('button', { name: 'Save', exact: true }).last().click();
    await passkeys(page).getByText('Desk').waitFor();
    await shoot(page, 'settings-passkeys-wide-light');
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    await passkeys(page).first().scrollIntoViewIfNeeded();
    await shoot(page, 'settings-passkeys-phone-dark');
    await page.setViewportSize(WIDE);

    await context.clearCookies();
    await page.goto(`${stage.server.url}/login?next=%2Fsettings%2Fprofile`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL(/\/settings\/profile$/);
    await passkeys(page).getByText('last used').waitFor();
    await page.getByRole('button', { name: 'Delete Desk' }).click();
    await page.getByRole('button', { name: 'Delete passkey' }).click();
    await expect.poll(() => passkeys(page).count()).toBe(0);

    await context.clearCookies();
    await page.goto(`${stage.server.url}/login?failed=unverified`);
    await page.getByText('hasn’t verified your email').waitFor();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText("This passkey isn't registered here", { exact: false }).waitFor();
    await context.close();
  });
});
