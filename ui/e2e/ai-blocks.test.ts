import { AxeBuilder } from '@axe-core/playwright';
import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openMailServer, type MailServer } from '#api/testing/mail-server.ts';
import {
  DONE,
  FINISH,
  open,
  say,
  scriptedProvider,
  type ScriptedProvider,
} from '#api/answer/testing/scripted-provider.ts';
import { openStage, PHONE, shoot, type Stage } from './testing/stage.ts';

/**
 * A video and notes about it, in two windows; a model that generates headings at once and answers
 * on command.
 */
describe('clips and AI in the notes', () => {
  let stage: Stage;
  let provider: ScriptedProvider;
  let page: Page;
  let other: Page;
  let url: string;
  let asked = { titles: 0, texts: 0 };
  let write: (res: ServerResponse) => void | Promise<void> = () => undefined;
  beforeAll(async () => {
    provider = await scriptedProvider();
    provider.script(async (res, call) => {
      const names = call.body.messages?.[0]?.content.startsWith('You name things') === true;
      asked = names ? { ...asked, titles: asked.titles + 1 } : { ...asked, texts: asked.texts + 1 };
      if (names) open(res).end(say('What rereading hides') + FINISH + DONE);
      else await write(res);
    });
    stage = await openStage({ env: { OPENAI_BASE_URL: provider.baseUrl } });
    const thread = (await stage.call('POST', 'threads', { title: 'Forgetting' })) as {
      _id: string;
      url: string;
    };
    await stage.call('POST', 'thread/addSource', {
      threadId: thread._id,
      url: `${stage.site}/lecture.html`,
    });
    await vi.waitFor(
      async () => {
        const { thread_source_data } = (await stage.call('GET', `threads/${thread._id}`)) as {
          thread_source_data: { status: { embedding: number } }[];
        };
        expect(thread_source_data.map((it) => it.status.embedding)).toEqual([1]);
      },
      { timeout: 60_000, interval: 300 },
    );
    url = `/t/${thread.url}`;
    ({ page } = await stage.open(url));
    ({ page: other } = await stage.open(url));
    for (const it of [page, other]) {
      await it.getByRole('textbox', { name: 'Notes text' }).waitFor();
    }
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  afterAll(async () => {
    await stage.close();
    await provider.close();
  });

  const notes = (of = page) => of.getByRole('region', { name: 'Notes' });
  const clip = (of = page) => notes(of).getByRole('figure', { name: 'Clip', exact: true });
  const answers = (of = page) => notes(of).getByRole('region', { name: 'Answer' });
  const note = (of = page) => notes(of).getByRole('region', { name: 'AI note' });
  /** Sends the beginning, and the rest on command. */
  function held(begins: string, ends: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    write = async (res) => {
      open(res).write(say(begins));
      await promise;
      if (!res.destroyed) res.end(say(ends) + FINISH + DONE);
    };
    asked = { titles: 0, texts: 0 };
    return resolve;
  }
  const options = async (name: string) => {
    await clip().getByRole('button', { name: 'Clip options' }).click();
    await page.getByRole('menuitem', { name }).click();
  };

  it('gives a new clip one heading, whichever windows show it', async () => {
    const words = page
      .getByRole('region', { name: 'Transcript' })
      .getByText('we mistake it for knowledge', { exact: false })
      .first();
    await words.scrollIntoViewIfNeeded();
    const box = await words.boundingBox();
    if (!box) throw new Error('The words are not shown.');
    await page.mouse.move(box.x + 1, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + Math.min(box.width - 2, 120), box.y + 8, { steps: 4 });
    await page.mouse.up();
    const save = page.getByRole('button', { name: 'Save clip' });
    await save.waitFor();
    // The video continues elsewhere; the text stays, with its toolbar.
    await page
      .getByRole('region', { name: 'Source viewer' })
      .locator('video')
      .evaluate(async (it: HTMLVideoElement) => {
        const told = new Promise((resolve) => {
          it.addEventListener('seeked', resolve, { once: true });
        });
        it.currentTime = it.duration - 2;
        await told;
        for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
      });
    expect(await save.isVisible()).toBe(true);
    await page.evaluate(() => document.getSelection()?.removeAllRanges());
    await words.click({ clickCount: 3 });
    await save.click();
    for (const it of [page, other]) await clip(it).getByText('What rereading hides').waitFor();
    expect(asked.titles).toBe(1);
    await shoot(page, 'ai-clip-wide-light');
  });

  it("changes a clip's range, heading and colour in the notes and on the timeline", async () => {
    await options('Edit time range');
    const range = page.getByRole('dialog', { name: 'Edit time range' });
    await range.getByRole('textbox', { name: 'Start' }).fill('00:20');
    await range.getByRole('textbox', { name: 'End' }).fill('00:10');
    await range.getByRole('alert').getByText('The end must be after the start').waitFor();
    await range.getByRole('textbox', { name: 'End' }).fill('01:25');
    await shoot(page, 'ai-clip-range-wide-light');
    await range.getByRole('button', { name: 'Set range' }).click();
    await clip(other).getByRole('button', { name: 'Play 2 mins 00:20–01:25' }).waitFor();
    await page
      .getByRole('region', { name: 'Source viewer' })
      .getByRole('group', { name: 'Clips' })
      .getByRole('button', { name: /00:20/ })
      .waitFor();
    await clip().getByText('What rereading hides').click();
    await clip().getByRole('textbox', { name: 'Clip heading' }).fill('Rereading');
    await page.keyboard.press('Enter');
    await clip(other).getByText('Rereading', { exact: true }).waitFor();
    await clip().getByRole('button', { name: 'Clip options' }).click();
    await page.getByRole('menuitemradio', { name: 'Green' }).click();
    await options('Copy link');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/\/t\/[\w-]+\?source=[\w-]+&at=20$/);
  });

  it('answers a question about a clip once, even if the page is reloaded meanwhile', async () => {
    const finish = held('Rereading feels like knowing ', 'and is not [1].');
    await clip().getByRole('button', { name: 'Ask AI' }).click();
    await clip().getByRole('textbox', { name: 'Ask AI about this' }).fill('Why does it mislead?');
    await page.keyboard.press('Enter');
    for (const it of [page, other])
      await answers(it).getByText('Rereading feels like knowing').waitFor();
    await page.reload();
    await answers().getByText('Rereading feels like knowing').waitFor();
    finish();
    for (const it of [page, other]) {
      await answers(it)
        .getByRole('button', { name: /^Citation 1/ })
        .waitFor();
      await expect.poll(() => answers(it).count()).toBe(1);
    }
    expect(asked.texts).toBe(1);
  });

  it('rates an answer once, asks a follow-up and deletes it after a confirmation', async () => {
    await answers().getByRole('button', { name: 'Good answer' }).click();
    await page.getByText('Glad you liked it!').waitFor();
    await answers(other)
      .getByRole('button', { name: 'Good answer', pressed: true })
      .and(other.locator(':disabled'))
      .waitFor();
    held('It shows as ease ', 'of reading [1].')();
    await answers().getByRole('button', { name: 'Ask follow-up' }).click();
    await notes().click({ position: { x: 10, y: 10 } });
    await answers().getByRole('button', { name: 'Ask follow-up' }).click();
    await answers().getByRole('textbox', { name: 'Ask a follow-up' }).fill('How does it show?');
    await page.keyboard.press('Enter');
    const second = answers().filter({ hasText: 'How does it show?' });
    await second.getByRole('button', { name: /^Citation 1/ }).waitFor();
    expect(
      provider.calls
        .at(-1)
        ?.body.messages?.some((it) => it.content.includes('Rereading feels like knowing')),
    ).toBe(true);
    await shoot(page, 'ai-chat-wide-light');
    await second.getByRole('button', { name: 'Answer options' }).click();
    await shoot(page, 'ai-chat-menu-wide-light');
    await page.getByRole('menuitem', { name: 'Delete answer' }).click();
    await page
      .getByRole('alertdialog', { name: /are you sure you want to delete/i })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByText('deleted successfully').waitFor();
    await expect.poll(() => answers(other).count()).toBe(1);
  });

  it('finishes AI notes after the server was killed, and rewrites them as another type', async () => {
    const finish = held('## What to learn\n\n', 'Testing beats rereading [1].');
    await page.getByRole('button', { name: 'Generate AI notes' }).click();
    await page.getByRole('menuitem', { name: 'Study Guide' }).click();
    await note().getByRole('heading', { name: 'What to learn' }).waitFor();
    await stage.crash();
    finish();
    for (const it of [page, other]) {
      await note(it).getByText('Testing beats rereading').waitFor({ timeout: 60_000 });
      await expect.poll(() => note(it).count()).toBe(1);
    }
    expect(asked.texts).toBe(2);
    held('Retention: ', 'what stays [1].')();
    await note().getByRole('button', { name: 'Rewrite as' }).click();
    await page.getByRole('menuitem', { name: 'Term Tracker' }).click();
    await note().getByRole('button', { name: 'Term Tracker', exact: true }).waitFor();
    await note(other).getByText('what stays').waitFor();
    await shoot(page, 'ai-note-wide-light');
  });

  it('shows why an answer failed and retries on request', async () => {
    write = (res) => {
      res
        .writeHead(400, { 'content-type': 'application/json' })
        .end('{"error":{"message":"scripted"}}');
    };
    await notes().getByRole('textbox', { name: 'Notes text' }).locator('p').last().click();
    await page.keyboard.type('Testing is learning.');
    await page.keyboard.press('Shift+Home');
    await page
      .getByRole('toolbar', { name: 'Format' })
      .getByRole('button', { name: 'Ask AI' })
      .click();
    await page
      .getByRole('dialog', { name: 'Ask AI' })
      .getByRole('button', { name: 'Summarise', exact: true })
      .click();
    const failed = answers().filter({ hasText: 'Summarise: “Testing is learning.”' });
    await failed.getByRole('button', { name: 'Retry' }).waitFor();
    await shoot(page, 'ai-failed-wide-light');
    held('It is ', 'so [1].')();
    await failed.getByRole('button', { name: 'Retry' }).click();
    await failed.getByRole('button', { name: /^Citation 1/ }).waitFor();
  });

  it('asks about text inside a clip, and about its source', async () => {
    held('Fluency is ', 'ease [1].')();
    await clip()
      .getByText('familiar', { exact: false })
      .click({ clickCount: 2, position: { x: 40, y: 8 } });
    // Above the text: each clip has one.
    await page.locator('body > button').filter({ hasText: 'Ask AI' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask AI' });
    await dialog
      .getByRole('list', { name: 'About this clip' })
      .getByRole('button', { name: 'Explain this' })
      .click();
    await answers()
      .filter({ hasText: 'Explain this: “' })
      .getByRole('button', { name: /^Citation 1/ })
      .waitFor();
    await page
      .getByRole('region', { name: 'Transcript' })
      .getByText('we mistake it for knowledge', { exact: false })
      .first()
      .click({ clickCount: 3 });
    await page
      .getByRole('button', { name: 'Save clip' })
      .locator('..')
      .getByRole('button', { name: 'Ask AI', exact: true })
      .click();
    await dialog.getByRole('textbox', { name: 'Ask AI about this' }).fill('And this?');
    await shoot(page, 'ai-ask-wide-light');
    await page.keyboard.press('Enter');
    await answers(other)
      .filter({ hasText: 'And this?' })
      .getByRole('button', { name: /^Citation 1/ })
      .waitFor();
    await expect.poll(() => clip().count()).toBe(2);
  });

  it('saves a moment of the transcript, and keeps the chosen suggested clips', async () => {
    const before = await clip().count();
    await page
      .getByRole('region', { name: 'Transcript' })
      .getByText('we mistake it for knowledge', { exact: false })
      .first()
      .click({ clickCount: 3 });
    await page.getByRole('button', { name: 'Moment', exact: true }).click();
    for (const it of [page, other])
      await notes(it)
        .getByRole('figure', { name: 'Moment' })
        .getByText(/“.*we mistake it for knowledge/)
        .waitFor();
    await answers().last().getByRole('button', { name: 'Answer options' }).click();
    await page.getByRole('menuitem', { name: 'Suggest clips' }).click();
    const ghosts = (of = page) => notes(of).getByRole('figure', { name: 'Suggested clip' });
    await ghosts(other).first().waitFor();
    await shoot(page, 'ai-suggested-wide-light');
    await ghosts().first().getByRole('button', { name: 'Keep clip' }).click();
    await expect.poll(() => clip(other).count()).toBe(before + 1);
    for (let left = await ghosts().count(); left > 0; left -= 1)
      await ghosts().first().getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => ghosts(other).count()).toBe(0);
  });

  it('starts a timed paragraph on each Enter', async () => {
    const editor = notes().locator('.note-editor');
    const lines = () =>
      notes(other)
        .locator('.note-editor p')
        .filter({ has: other.getByRole('button', { name: /^Go to \d\d:\d\d/ }) });
    await editor.locator('p').last().click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('/timest');
    await page.getByRole('option', { name: 'Timestamp' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('What rereading hides');
    await page.keyboard.press('Enter');
    await page.keyboard.type('What testing shows');
    await shoot(page, 'timed-paragraphs-wide-light');
    for (const [at, text] of ['What rereading hides', 'What testing shows'].entries())
      await lines().nth(at).getByText(text).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => lines().count()).toBe(3);
    await page.keyboard.press('Enter');
    await expect.poll(() => lines().count()).toBe(2);
  });

  it('lets viewers collapse and copy, but change nothing', async () => {
    const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
    expect(
      violations
        .filter((it) => it.impact === 'serious' || it.impact === 'critical')
        .map((it) => `${it.id}: ${it.nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`),
    ).toEqual([]);
    const { page: phone, context } = await stage.open(url, { viewport: PHONE, scheme: 'dark' });
    await phone
      .getByRole('button', { name: 'Notes' })
      .or(phone.getByRole('tab', { name: 'Notes' }))
      .first()
      .click();
    await clip(phone).first().getByRole('button', { name: 'Clip options' }).click();
    await expect
      .poll(() => phone.getByRole('menuitem').allTextContents())
      .toEqual(['Expand', 'Copy link']);
    expect(await phone.getByRole('menuitemradio').count()).toBe(0);
    await phone.keyboard.press('Escape');
    for (const name of ['Ask AI', 'Answer options', 'Rewrite as', 'Delete notes', 'Good answer'])
      expect(await notes(phone).getByRole('button', { name }).count()).toBe(0);
    await shoot(phone, 'ai-blocks-phone-dark');
    await context.close();
  });

  it('says that the source of an answer has left the thread', async () => {
    const { _id, thread_sources } = (await stage.call('GET', `threads/${url.slice(3)}`)) as {
      _id: string;
      thread_sources: { source: string }[];
    };
    for (const { source } of thread_sources)
      await stage.call('PUT', `thread/v1/remove-thread-source/${_id}/${source}`);
    const gone = answers().first().getByRole('group', { name: 'No Source found' });
    await gone.getByText("This source isn't currently available.", { exact: false }).waitFor();
    const before = await answers().count();
    await shoot(page, 'ai-no-source-wide-light');
    await gone.getByRole('button', { name: 'Dismiss' }).click();
    await gone.waitFor({ state: 'detached' });
    await answers().nth(1).getByRole('button', { name: 'Delete response' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect.poll(() => answers().count()).toBe(before - 1);
  });
});

/** An account with one question per day, and a visitor with its link. */
describe('AI in the notes of a free plan', () => {
  let mail: MailServer;
  let stage: Stage;
  beforeAll(async () => {
    mail = await openMailServer();
    stage = await openStage({
      env: {
        GLOSS_ACCOUNTS: 'accounts',
        GLOSS_SMTP_URL: mail.url,
        GLOSS_MAIL_FROM: 'gloss@example.org',
        GLOSS_FREE_QUESTIONS_PER_DAY: '1',
      },
    });
  });
  afterAll(async () => {
    await stage.close();
    await mail.close();
  });

  it('answers the last question of the day, then offers an upgrade, and asks visitors to log in', async () => {
    const who = { email: 'ada@example.org', password: 'otter lake window', name: 'Ada' };
    const context = await stage.browser.newContext({ reducedMotion: 'reduce' });
    await context.addInitScript(() => {
      if (self === top) localStorage.setItem('gloss-welcomed', '1');
    });
    const call = async <T>(method: string, path: string, data?: object): Promise<T> => {
      const response = await context.request.fetch(`${stage.server.url}/api/${path}`, {
        method,
        ...(data && { data }),
        headers: { Origin: stage.server.url },
      });
      if (!response.ok())
        throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
      return ((await response.json()) as { data: T }).data;
    };
    await call('POST', 'auth/signup', who);
    const token = /\/verify\?token=([\w.-]+)/.exec(
      (await mail.take(who.email, /Confirm your email/)).text,
    )?.[1];
    await call('POST', 'auth/verify', { token });
    await call('POST', 'auth/login', who);
    const thread = await call<{ _id: string; url: string }>('POST', 'threads', {
      title: 'One a day',
    });
    await call('PATCH', `threads/${thread._id}`, { visibility: 'link' });
    await call('POST', 'thread/addSource', {
      threadId: thread._id,
      url: `${stage.site}/forgetting-curve.html`,
    });
    await vi.waitFor(
      async () => {
        const { thread_source_data } = await call<{
          thread_source_data: { status: { embedding: number } }[];
        }>('GET', `threads/${thread._id}`);
        expect(thread_source_data[0]?.status.embedding).toBe(1);
      },
      { timeout: 60_000, interval: 300 },
    );

    const page = await context.newPage();
    await page.goto(`${stage.server.url}/t/${thread.url}`);
    const region = (of: Page) => of.getByRole('region', { name: 'Notes' });
    const frame = page.getByRole('region', { name: 'Source viewer' }).frameLocator('iframe');
    await frame.locator('[data-p="3"]').click({ clickCount: 3 });
    await page
      .getByRole('toolbar', { name: 'Selected text' })
      .getByRole('button', { name: 'Ask AI' })
      .click();
    await page
      .getByRole('dialog', { name: 'Ask AI' })
      .getByRole('button', { name: 'Summarise', exact: true })
      .click();
    const answer = region(page).getByRole('region', { name: 'Answer' });
    await answer
      .getByRole('button', { name: /^Citation/ })
      .first()
      .waitFor();
    await answer
      .getByRole('button', { name: 'Daily queries limit reached. Click to upgrade' })
      .waitFor();
    const clip = region(page).getByRole('figure', { name: 'Web clip' });
    expect(await clip.getByRole('button', { name: 'Ask AI' }).count()).toBe(0);
    await clip.getByRole('button', { name: 'Upgrade' }).click();
    await page.getByRole('dialog', { name: 'Upgrade your plan' }).waitFor();

    const visitor = await (await stage.browser.newContext()).newPage();
    await visitor.goto(`${stage.server.url}/t/${thread.url}`);
    const theirs = region(visitor).getByRole('figure', { name: 'Web clip' });
    await theirs.getByRole('button', { name: 'Ask AI' }).click();
    await theirs.getByText('Unlock full access to Gloss AI features').waitFor();
    await shoot(visitor, 'ai-blocks-stranger-wide-light');
    await theirs.getByRole('button', { name: 'Login' }).click();
    await visitor.getByRole('dialog').waitFor();
  });
});
