import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, shoot, type Stage } from './testing/stage.ts';

/** Playwright's own waiting is the only waiting: a locator that never appears fails the step. */
const seen = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

describe('from three links to a cited answer', () => {
  let stage: Stage;
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    stage = await openStage();
    ({ page, problems } = await stage.open('/'));
  });
  afterAll(() => stage.close());

  it('creates a thread, whose Add source dialog opens by itself', async () => {
    await page.getByRole('button', { name: 'New thread' }).first().click();
    await page.waitForURL(/\/t\//);
    await page.getByRole('dialog', { name: 'Add source' }).waitFor();
    await shoot(page, 'add-source-wide-light');
  });

  it('adds three pasted links and shows each stage', async () => {
    const links = ['lecture.html', 'learning-that-lasts.pdf', 'forgetting-curve.html'].map(
      (path) => `${stage.site}/${path}`,
    );
    await page
      .getByRole('textbox', { name: 'Paste links or search your sources' })
      .fill(links.join('\n'));
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog', { name: 'Add source' }).waitFor({ state: 'hidden' });
    for (const title of [
      'Why we forget, and what to do about it',
      'Learning that lasts',
      'The forgetting curve, read closely',
    ])
      await seen(page, new RegExp(title));
    const { docs } = (await stage.call('GET', 'threads')) as { docs: { _id: string }[] };
    await expect
      .poll(
        async () => {
          const thread = (await stage.call('GET', `threads/${docs[0]?._id}`)) as {
            thread_source_data: { status: { embedding: number }; sourceType: string }[];
          };
          return thread.thread_source_data
            .map((source) => `${source.sourceType} ${source.status.embedding}`)
            .sort();
        },
        { timeout: 60_000 },
      )
      .toEqual(['pdf 1', 'web 1', 'youtube 1']);
    await page.getByRole('region', { name: 'Ask' }).click();
    await expect
      .poll(() =>
        page.getByRole('button', { name: 'Select sources' }).getAttribute('aria-description'),
      )
      .toBe('3 of 3 selected');
    await shoot(page, 'workspace-wide-light');
  });

  const strip = (name: RegExp) => page.getByRole('button', { name }).first();
  const viewer = () => page.getByRole('region', { name: 'Source viewer' });

  it('plays the video with a transcript that follows and seeks', async () => {
    await strip(/Why we forget/).click();
    const transcript = page.getByRole('region', { name: 'Transcript' });
    await transcript.getByText('we mistake it for knowledge', { exact: false }).first().waitFor();
    const seconds = () =>
      viewer()
        .locator('video')
        .evaluate((video) => (video as HTMLVideoElement).currentTime);
    await transcript.getByRole('button', { name: 'Play from 00:16' }).click();
    await expect.poll(seconds).toBeGreaterThanOrEqual(15.5);
    await shoot(page, 'viewer-video-wide-light');
  });

  it('drags a clip on the timeline, and shows its changes in the notes', async () => {
    const clip = page.getByRole('region', { name: 'Notes' }).getByRole('figure', { name: 'Clip' });
    const pull = async (over: Locator, from: number, to: number) => {
      const box = await over.boundingBox();
      const lane = await viewer().getByRole('group', { name: 'Clips' }).boundingBox();
      if (!box || !lane) throw new Error('The timeline is not shown.');
      const [x, y] = [box.x + box.width * from, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + lane.width * (to - from), y, { steps: 4 });
    };
    await pull(viewer().getByRole('group', { name: 'Clips' }), 0.5, 0.6);
    await page.mouse.up();
    await clip.getByRole('button', { name: 'Play 9 s 00:44–00:53' }).waitFor();
    const end = viewer().getByRole('slider', { name: 'Clip end' });
    await end.press('Shift+ArrowRight');
    await clip.getByRole('button', { name: 'Play 19 s 00:44–01:03' }).waitFor();
    const stands = () => end.getAttribute('aria-valuetext');
    await expect.poll(stands).toBe('01:03');
    const left = async () => (await end.boundingBox())?.x;
    const before = await left();
    await pull(end, 0.5, 0.9);
    await expect.poll(stands).not.toBe('01:03');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect.poll(stands).toBe('01:03');
    await expect.poll(left).toBe(before);
    // As fast as possible: before anything of the drag is drawn.
    await end.evaluate((handle) => {
      const { left, top } = handle.getBoundingClientRect();
      const pointer = (type: string, x: number, buttons: number) =>
        handle.dispatchEvent(
          new PointerEvent(type, {
            bubbles: true,
            pointerId: 1,
            pointerType: 'mouse',
            clientX: left + x,
            clientY: top + 4,
            buttons,
          }),
        );
      pointer('pointerdown', 4, 1);
      pointer('pointermove', 60, 1);
      handle.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
      );
      pointer('pointerup', 60, 0);
    });
    await page.evaluate(
      () =>
        new Promise((drawn) => {
          requestAnimationFrame(() => requestAnimationFrame(drawn));
        }),
    );
    expect(await left()).toBe(before);
    await clip.getByRole('button', { name: 'Play 19 s 00:44–01:03' }).waitFor();
    await pull(end, 0.5, 0.55);
    await page.mouse.up();
    await clip.getByRole('button', { name: 'Play 24 s 00:44–01:08' }).waitFor();
    await clip.getByText('The test is the learning', { exact: false }).waitFor();
    await shoot(page, 'viewer-clip-wide-light');
    await viewer().getByRole('button', { name: 'Delete clip' }).click();
    await clip.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await clip.getByRole('button', { name: 'Play 24 s 00:44–01:08' }).waitFor();
  });

  it('shows the PDF as pages with a text layer', async () => {
    await strip(/Learning that lasts/).click();
    await viewer()
      .locator('.textLayer')
      .getByText('Learning that lasts', { exact: false })
      .first()
      .waitFor();
    await shoot(page, 'viewer-pdf-wide-light');
  });

  it('highlights selected text on the page and in the notes, removes the highlight and restores it', async () => {
    const title = viewer()
      .locator('.textLayer')
      .getByText('Learning that lasts', { exact: false })
      .first();
    await title.click({ clickCount: 3 });
    await page
      .getByRole('toolbar', { name: 'Selected text' })
      .getByRole('button', { name: 'Highlight in green' })
      .click();
    const notes = page.getByRole('region', { name: 'Notes' });
    await notes
      .getByRole('figure', { name: 'PDF clip' })
      .getByText('Learning that lasts', { exact: true })
      .waitFor();
    const highlight = viewer().getByRole('button', { name: /^Highlight: Learning that lasts/ });
    await highlight.waitFor();
    const middle = (box: { x: number; y: number; width: number; height: number } | null) => ({
      x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
      y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
    });
    const both = async () =>
      [middle(await highlight.boundingBox()), middle(await title.boundingBox())] as const;
    await expect
      .poll(async () => {
        const [mark, words] = await both();
        return Math.hypot(mark.x - words.x, mark.y - words.y);
      })
      .toBeLessThan(3);
    const [on] = await both();
    await page.mouse.click(on.x, on.y);
    const popover = page.getByRole('dialog', { name: 'Highlight' });
    await popover.getByRole('radio', { name: 'Green', checked: true }).waitFor();
    await popover.getByRole('button', { name: 'Delete highlight' }).click();
    await highlight.waitFor({ state: 'detached' });
    await notes.getByRole('figure', { name: 'PDF clip' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await highlight.waitFor();
    await notes
      .getByRole('figure', { name: 'PDF clip' })
      .getByText('Learning that lasts', { exact: true })
      .waitFor();
  });

  it('keeps highlights on their text, and the view, when a PDF is zoomed, rotated and reopened', async () => {
    const highlight = viewer().getByRole('button', { name: /^Highlight: Learning that lasts/ });
    const apart = async () => {
      const words = viewer()
        .locator('.textLayer')
        .getByText('Learning that lasts', { exact: false })
        .first();
      const [one, other] = [await highlight.boundingBox(), await words.boundingBox()];
      return one && other
        ? Math.hypot(
            one.x + one.width / 2 - other.x - other.width / 2,
            one.y + one.height / 2 - other.y - other.height / 2,
          )
        : Infinity;
    };
    const zoom = () =>
      viewer()
        .getByRole('toolbar', { name: 'PDF' })
        .getByText(/^\d+%$/)
        .innerText();
    await viewer().locator('.gloss-pdf').focus();
    await page.keyboard.press('r');
    await viewer().getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(apart).toBeLessThan(3);
    const before = await zoom();
    await page.reload();
    await expect.poll(apart).toBeLessThan(3);
    await expect.poll(zoom).toBe(before);
    await expect
      .poll(() => viewer().locator('.textLayer').first().getAttribute('data-main-rotation'))
      .toBe('90');
    await viewer().locator('.gloss-pdf').focus();
    await page.keyboard.press('Shift+R');
    await viewer().getByRole('button', { name: 'Fit width' }).click();
  });

  it('restores a clip that was deleted in the notes', async () => {
    const clip = page
      .getByRole('region', { name: 'Notes' })
      .getByRole('figure', { name: 'PDF clip' });
    await clip.getByRole('button', { name: 'Clip options' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await clip.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await clip.getByText('Learning that lasts', { exact: true }).waitFor();
  });

  it('shows the page in Reader and as the original, in a frame isolated from the app', async () => {
    await strip(/The forgetting curve/).click();
    const frame = viewer().locator('iframe');
    await frame.waitFor();
    expect(await frame.getAttribute('sandbox')).not.toContain('allow-same-origin');
    await viewer()
      .frameLocator('iframe')
      .getByText('Hermann Ebbinghaus published')
      .first()
      .waitFor();
    await viewer().getByRole('radio', { name: 'Web' }).click();
    await viewer().frameLocator('iframe').getByText('Written for Gloss').first().waitFor();
    await viewer().getByRole('radio', { name: 'Reader' }).click();
    await viewer()
      .frameLocator('iframe')
      .getByText('Hermann Ebbinghaus published')
      .first()
      .waitFor();
    await shoot(page, 'viewer-page-wide-light');
  });

  async function ask(question: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Ask a question' }).fill(question);
    await page.getByRole('button', { name: 'Send' }).click();
    const answer = page.getByRole('article', { name: `Answer to: ${question}` }).last();
    await answer.getByText('Offline assistant: sentences taken from your sources').waitFor();
  }
  /** The chips of an answer, named by source and position. */
  const chip = (question: string, name: RegExp) =>
    page
      .getByRole('article', { name: `Answer to: ${question}` })
      .last()
      .getByRole('button', { name })
      .first();

  it('streams an answer whose chip scrolls to the paragraph and highlights it', async () => {
    const question = 'What are savings in relearning?';
    await ask(question);
    await shoot(page, 'answer-wide-light');
    await chip(
      question,
      /^Citation \d+: The forgetting curve, read closely, paragraph \d+/,
    ).click();
    const marked = viewer()
      .frameLocator('iframe')
      .locator('[data-p]')
      .filter({ hasText: /savings/i })
      .first();
    await marked.waitFor();
    await expect
      .poll(() =>
        marked.evaluate((element) => {
          const box = element.getBoundingClientRect();
          return box.top >= 0 && box.bottom <= innerHeight;
        }),
      )
      .toBe(true);
  });

  it('goes to the page of a chip', async () => {
    const question = 'Why is the cost of a wrong gap lopsided?';
    await ask(question);
    await chip(question, /^Citation \d+: Learning that lasts.*, page 4/).click();
    await viewer().locator('.textLayer').getByText('lopsided', { exact: false }).first().waitFor();
    await expect
      .poll(() => viewer().getByRole('textbox', { name: 'Page', exact: true }).inputValue())
      .toBe('4');
  });

  it('seeks to the second of a chip', async () => {
    const question = 'Is fluency a feeling that we mistake for knowledge?';
    await ask(question);
    await chip(question, /^Citation \d+: Why we forget.*, \d\d:\d\d/).click();
    await expect
      .poll(() =>
        viewer()
          .locator('video')
          .evaluate((video) => (video as HTMLVideoElement).currentTime),
      )
      .toBeGreaterThan(10);
  });

  const written = (title: string) =>
    page
      .getByRole('article', { name: `Answer to: ${title}` })
      .last()
      .getByText('Offline assistant: sentences taken from your sources')
      .waitFor();

  it('asks a suggested question, and creates AI notes', async () => {
    await page.getByRole('button', { name: 'Smart suggestions' }).click();
    await page.getByRole('tab', { name: 'Smart Questions' }).click();
    const first = page
      .getByRole('dialog', { name: 'Smart suggestions' })
      .getByRole('listitem')
      .getByRole('button')
      .first();
    const question = await first.innerText();
    await first.click();
    await written(question);
    await page.getByRole('button', { name: 'Generate AI notes' }).click();
    await page.getByRole('menuitem', { name: 'Auto Notes' }).click();
    const made = page
      .getByRole('region', { name: 'Notes' })
      .getByRole('region', { name: 'AI note' });
    await made.getByRole('button', { name: 'Auto Notes' }).waitFor();
    await made
      .getByRole('button', { name: /^Citation 1/ })
      .first()
      .waitFor();
  });

  it('answers a prompt below the box', async () => {
    await page.getByRole('button', { name: 'Explain simply' }).click();
    await written('Explain the main ideas');
  });

  it('opens a deep link at its position', async () => {
    const { docs } = (await stage.call('GET', 'threads')) as {
      docs: { url: string; thread_source_data: { _id: string; sourceType: string }[] }[];
    };
    const pdf = docs[0]?.thread_source_data.find((source) => source.sourceType === 'pdf');
    await page.goto(`${stage.server.url}/t/${docs[0]?.url}?source=${pdf?._id}&page=5`);
    await viewer()
      .locator('.textLayer')
      .getByText('Notes that can be tested', { exact: false })
      .first()
      .waitFor();
  });

  it('logged no error', () => {
    expect(problems).toEqual([]);
  });
});

describe('notes in two windows', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  it('are the same in both, after a reload and after a kill -9 of the server', async () => {
    const thread = (await stage.call('POST', 'threads', { title: 'Shared' })) as {
      url: string;
      _id: string;
    };
    await stage.call('POST', 'thread/addSource', {
      threadId: thread._id,
      url: `${stage.site}/forgetting-curve.html`,
    });
    const [one, other] = [
      await stage.open(`/t/${thread.url}`),
      await stage.open(`/t/${thread.url}`),
    ];
    const notes = (page: Page) =>
      page.getByRole('region', { name: 'Notes' }).locator('[contenteditable="true"]');
    /** Without other people's cursors in the text. */
    const written = (page: Page) =>
      page.locator('.note-editor').evaluate((editor) => {
        const copy = editor.cloneNode(true) as HTMLElement;
        for (const caret of copy.querySelectorAll('.note-caret')) caret.remove();
        return copy.textContent;
      });
    await notes(one.page).click();
    await one.page.keyboard.type('Written in the first window.');
    await expect.poll(() => written(other.page)).toContain('Written in the first window.');
    await notes(other.page).click();
    await other.page.keyboard.press('Control+End');
    await other.page.keyboard.type(' And in the second.');
    await expect.poll(() => written(one.page)).toContain('And in the second.');
    await one.page
      .getByText(/^synced$/i)
      .first()
      .waitFor();
    await other.page
      .getByText(/^synced$/i)
      .first()
      .waitFor();

    await stage.crash();
    // A window without a local copy only knows what the server stored.
    const third = await stage.open(`/t/${thread.url}`);
    const BOTH = 'Written in the first window. And in the second.';
    await expect.poll(() => written(third.page)).toContain(BOTH);
    await one.page.reload();
    await expect.poll(() => written(one.page)).toContain(BOTH);
    await notes(other.page).click();
    await other.page.keyboard.press('Control+End');
    await other.page.keyboard.type(' After the crash.');
    await expect.poll(() => written(third.page), { timeout: 60_000 }).toContain('After the crash.');
    await shoot(third.page, 'notes-wide-light');
  });
});
