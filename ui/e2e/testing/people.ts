/** People with accounts, each in their own browser. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { MailServer } from '#api/testing/mail-server.ts';
import { WIDE, type Scheme, type Stage } from './stage.ts';

export interface Person {
  name: string;
  email: string;
}
export const ADA: Person = { name: 'Ada', email: 'ada@example.org' };
export const BEN: Person = { name: 'Ben', email: 'ben@example.org' };
export const PASSWORD = 'otter lake window';

/** A browser without a session; `broken` collects the page's errors. */
export async function openVisitor(
  stage: Stage,
  { viewport = WIDE, scheme = 'light' }: { viewport?: typeof WIDE; scheme?: Scheme } = {},
): Promise<{ context: BrowserContext; page: Page; broken: string[] }> {
  const context = await stage.browser.newContext({
    viewport,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  await context.addInitScript(() => {
    if (self === top) localStorage.setItem('gloss-welcomed', '1');
  });
  const page = await context.newPage();
  const broken: string[] = [];
  page.on('pageerror', (error) => broken.push(error.message));
  return { context, page, broken };
}

/** The link to Gloss in an email. */
export const linkIn = (text: string, page: string): string =>
  new RegExp(`http\\S+/${page}\\S+`).exec(text)?.[0] ?? `no link to ${page} in: ${text}`;
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

/**
 * Fills in the open sign-up form and confirms the address with the email, which signs in and
 * returns to where the sign-up began.
 */
export async function signUpAs(page: Page, who: Person, mail: MailServer): Promise<void> {
  await field(page, 'Name').fill(who.name);
  await field(page, 'Email').fill(who.email);
  await field(page, 'Password').fill(PASSWORD);
  await press(page, 'Create account');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await page.goto(linkIn((await mail.take(who.email, /Confirm your email/)).text, 'verify'));
  await page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor();
  expect(page.url()).toMatch(/\/verify$/);
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/verify');
}

/** Signs in and waits for the page at `path`. */
export async function signInAs(page: Page, who: Person, stage: Stage, path = '/'): Promise<void> {
  await page.goto(`${stage.server.url}/login?next=${encodeURIComponent(path)}`);
  await field(page, 'Email').fill(who.email);
  await field(page, 'Password').fill(PASSWORD);
  await press(page, 'Sign in');
  await page.waitForURL(`${stage.server.url}${path}`);
}
