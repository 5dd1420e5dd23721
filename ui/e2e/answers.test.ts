import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DONE,
  FINISH,
  open,
  say,
  scriptedProvider,
  type ScriptedProvider,
} from '#api/answer/testing/scripted-provider.ts';
import { openStage, shoot, type Stage } from './testing/stage.ts';

const QUESTION = 'What are savings in relearning?';

/** A model that sends the beginning, and the rest on command. */
describe('answers in the page', () => {
  let stage: Stage;
  let provider: ScriptedProvider;
  let page: Page;
  let url: string;
  let goOn = Promise.withResolvers<void>();
  beforeAll(async () => {
    provider = await scriptedProvider();
    stage = await openStage({ env: { OPENAI_BASE_URL: provider.baseUrl } });
    const thread = (await stage.call('POST', 'threads', { title: 'Forgetting' })) as {
      _id: string;
      url: string;
    };
    await stage.call('POST', 'thread/addSource', {
      threadId: thread._id,
      url: `${stage.site}/forgetting-curve.html`,
    });
    url = `/t/${thread.url}`;
    ({ page } = await stage.open(url));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('region', { name: 'Ask' }).click();
    await expect(
      page
        .getByRole('button', { name: 'Select sources' })
        .and(page.locator('[aria-description="1 of 1 selected"]'))
        .waitFor({ timeout: 60_000 }),
    ).resolves.toBeUndefined();
  });
  afterAll(async () => {
    await stage.close();
    await provider.close();
  });

  const article = (question: string) =>
    page.getByRole('article', { name: `Answer to: ${question}` }).last();
  async function ask(question: string, begins: string, ends: string): Promise<void> {
    goOn = Promise.withResolvers();
    const { promise } = goOn;
    provider.script(async (res) => {
      open(res).write(say(begins));
      await promise;
      res.end(say(ends) + FINISH + DONE);
    });
    await page.getByRole('textbox', { name: 'Ask a question' }).fill(question);
    await page.getByRole('button', { name: 'Send' }).click();
    await article(question).getByText(begins.trim()).waitFor();
  }

  it('expands the question field after 200 characters', async () => {
    const field = page.getByRole('textbox', { name: 'Ask a question' });
    const expand = page.getByRole('button', { name: 'Expand the question' });
    await field.fill('a'.repeat(201));
    await expand.waitFor();
    await field.fill('a'.repeat(200));
    await expand.waitFor({ state: 'detached' });
    await field.fill('');
  });

  it('keeps the question at the top while its answer grows, until the reader scrolls', async () => {
    const line = 'What is learned once leaves a trace that makes learning it again quick. ';
    const question = 'What stays at the top?';
    await ask(question, line, `\n\n${`${line}\n\n`.repeat(30)}The end.`);
    const top = () =>
      article(question).evaluate(
        (card) =>
          card.getBoundingClientRect().top -
          (card.closest('[tabindex="-1"]')?.getBoundingClientRect().top ?? 0),
      );
    await expect.poll(top).toBeCloseTo(12, 0);
    goOn.resolve();
    await article(question).getByText('The end.').waitFor();
    await article(question).getByRole('button', { name: 'Copy' }).waitFor();
    expect(await top()).toBeCloseTo(12, 0);
    const fast = 'Is a fast answer followed too?';
    provider.script((res) => {
      open(res).end(say(`${line}\n\n`.repeat(3)) + FINISH + DONE);
    });
    await page.getByRole('textbox', { name: 'Ask a question' }).fill(fast);
    await page.getByRole('button', { name: 'Send' }).click();
    await article(fast).getByRole('button', { name: 'Copy' }).waitFor();
    const place = () =>
      article(fast).evaluate(
        (card) =>
          card.getBoundingClientRect().top -
          (card.closest('[tabindex="-1"]')?.getBoundingClientRect().top ?? 0),
      );
    await expect.poll(place).toBeCloseTo(12, 0);
    await article(fast).hover();
    await page.mouse.wheel(0, -300);
    await expect.poll(place).toBeGreaterThan(100);
  });

  it('keeps the question and sends it after reconnecting', async () => {
    const question = 'What is kept offline?';
    provider.script((res) => {
      open(res).end(say('The question is kept [1].') + FINISH + DONE);
    });
    const context = page.context();
    await context.setOffline(true);
    await page.getByRole('textbox', { name: 'Ask a question' }).fill(question);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText("You're offline. Your question will be sent when you're back.").waitFor();
    expect(provider.calls).toHaveLength(0);
    await context.setOffline(false);
    await article(question).getByText('The question is kept').waitFor();
  });

  it('continues the answer after a reload', async () => {
    await ask(
      QUESTION,
      'Relearning takes less time than learning did. ',
      'The time saved is called **savings** [1].',
    );
    await page.reload();
    await page.getByRole('tab', { name: /Answers/ }).click();
    await article(QUESTION).getByText('Relearning takes less time').waitFor();
    expect(await article(QUESTION).getByText('savings', { exact: true }).count()).toBe(0);
    goOn.resolve();
    await article(QUESTION).getByText('savings', { exact: true }).waitFor();
    await article(QUESTION)
      .getByRole('button', { name: /^Citation 1/ })
      .first()
      .waitFor();
  });

  it('restarts an abandoned answer in its place, as the same question, when the page returns late', async () => {
    const question = 'Why is relearning quick?';
    await ask(question, 'Because traces stay ', 'in what was learned once [1].');
    const [asked] = provider.calls;
    await page.goto('about:blank');
    await asked?.closed;
    goOn.resolve();
    const kept = async () =>
      (
        (await stage.call('GET', `threads/${url.replace('/t/', '')}/answers`)) as {
          docs: unknown[];
        }
      ).docs.at(-1);
    await expect
      .poll(kept)
      .toMatchObject({ question, answer: 'Because traces stay ', state: 'interrupted' });
    provider.script((res) => {
      open(res).end(say('Because traces stay in what was learned once [1].') + FINISH + DONE);
    });
    await page.goto(`${stage.server.url}${url}`);
    await page.getByRole('tab', { name: /Answers/ }).click();
    await article(question).getByText('in what was learned once').waitFor();
    expect(await page.getByRole('article', { name: `Answer to: ${question}` }).count()).toBe(1);
    await page.reload();
    await page.getByRole('tab', { name: /Answers/ }).click();
    await article(question).getByText('in what was learned once').waitFor();
    expect(provider.calls).toHaveLength(1);
  });

  it('is liked once, also for people who open the thread later', async () => {
    await article(QUESTION).getByRole('button', { name: 'Good answer' }).click();
    await page.getByText('Glad you liked it!').waitFor();
    await page.getByText('Thank you for your feedback!').waitFor();
    await page.reload();
    await page.getByRole('tab', { name: /Answers/ }).click();
    const liked = article(QUESTION).getByRole('button', { name: 'Good answer', pressed: true });
    await liked.waitFor();
    expect(await liked.isDisabled()).toBe(true);
    expect(await article(QUESTION).getByRole('button', { name: 'Bad answer' }).isDisabled()).toBe(
      true,
    );
  });

  it('copies an answer as Markdown with citations as links to their positions', async () => {
    await article(QUESTION).getByRole('button', { name: 'Copy' }).click();
    await page.getByText('copied', { exact: true }).waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    const link =
      /^Relearning takes less time than learning did\. The time saved is called \*\*savings\*\* \[\[1\]\]\((.+?\?source=[\w-]+&p=\d+)\)\./.exec(
        text,
      )?.[1];
    expect(link?.startsWith(`${stage.server.url}${url}?source=`)).toBe(true);
  });

  it('stops an answer on request, keeps the partial text and asks again', async () => {
    const question = 'Who measured it?';
    await ask(question, 'Hermann Ebbinghaus measured it ', 'on himself [1].');
    await page.getByRole('button', { name: 'Stop' }).click();
    await provider.calls[0]?.closed;
    await article(question).getByText('Hermann Ebbinghaus measured it').waitFor();
    goOn.resolve();
    goOn = Promise.withResolvers();
    provider.script((res) => {
      open(res).end(say('Hermann Ebbinghaus [1].') + FINISH + DONE);
    });
    await article(question).getByRole('button', { name: 'Retry' }).click();
    await article(question)
      .getByRole('button', { name: /^Citation 1/ })
      .waitFor();
  });

  it('says that no passage supports the answer, and shows the nearest ones', async () => {
    const question = 'Which time of day is best for relearning?';
    provider.script((res) => {
      open(res).end(say('The early morning, before breakfast.') + FINISH + DONE);
    });
    await page.getByRole('textbox', { name: 'Ask a question' }).fill(question);
    await page.getByRole('button', { name: 'Send' }).click();
    const card = article(question).getByRole('region', { name: 'Not in your sources' });
    await card.getByRole('list', { name: 'Related passages' }).getByRole('button').first().click();
    await page
      .getByRole('region', { name: 'Source viewer' })
      .frameLocator('iframe')
      .locator('[data-p]')
      .first()
      .waitFor();
    await shoot(page, 'answer-not-in-sources-wide-light');
  });

  it("shows an answer with its citations to people with the link, who can't ask, delete or rate", async () => {
    await stage.call('PATCH', `threads/${url.slice('/t/'.length)}`, { visibility: 'link' });
    const reader = await (await stage.browser.newContext()).newPage();
    const refused: string[] = [];
    reader.on('response', (it) => {
      if (it.status() >= 400 && !/api\/(me|auth\/refresh|ai\/v2\/guides)$/.test(it.url()))
        refused.push(`${it.status()} ${it.url()}`);
    });
    await reader.goto(`${stage.server.url}${url}`);
    await reader.getByRole('tab', { name: /Answers/ }).click();
    const answer = reader.getByRole('article', { name: `Answer to: ${QUESTION}` });
    await answer
      .getByRole('button', { name: /^Citation 1/ })
      .first()
      .click();
    await reader
      .getByRole('region', { name: 'Source viewer' })
      .frameLocator('iframe')
      .locator('[data-p]')
      .first()
      .waitFor();
    expect(
      await answer
        .getByRole('button', { name: /Good answer|Bad answer|Delete response|Add to notes|Retry/ })
        .count(),
    ).toBe(0);
    await shoot(reader, 'answer-reader-wide-light');
    expect(refused).toEqual([]);
    await reader.context().close();
  });
});
