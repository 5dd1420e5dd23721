import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goOffline } from './testing/network.ts';
import { openStage, PHONE, shoot, type Stage, WIDE } from './testing/stage.ts';

/** Editing the notes as a person does: with keys, the pointer and pasting. */
describe('editing', () => {
  let stage: Stage;
  let page: Page;
  let problems: string[];
  let threadId: string;
  beforeAll(async () => {
    stage = await openStage();
    const { _id, url } = (await stage.call('POST', 'threads', { title: 'Editing' })) as {
      _id: string;
      url: string;
    };
    threadId = _id;
    ({ page, problems } = await stage.open(`/t/${url}`));
    await page.getByRole('dialog', { name: 'Add source' }).waitFor();
    await page.keyboard.press('Escape');
    await notes().click();
  });
  afterAll(() => stage.close());
  const notes = () => page.locator('.note-editor');
  const paste = (data: Record<string, string>, picture = false) =>
    notes().evaluate(
      async (editor, [texts, withPicture]) => {
        const clipboardData = new DataTransfer();
        for (const [type, text] of Object.entries(texts)) clipboardData.setData(type, text);
        if (withPicture) {
          const canvas = Object.assign(document.createElement('canvas'), {
            width: 320,
            height: 180,
          });
          canvas.getContext('2d')?.fillRect(0, 0, 160, 180);
          const blob = await new Promise<Blob | null>((done) => {
            canvas.toBlob(done, 'image/png');
          });
          clipboardData.items.add(
            new File(blob ? [blob] : [], 'margin.png', { type: 'image/png' }),
          );
        }
        editor.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      },
      [data, picture] as const,
    );
  const clear = async () => {
    await notes().focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
  };
  const line = (n: number) => notes().getByText(`line ${n}.`, { exact: true });
  /** Ignores the cursor name of the page before a reload, which remains for a moment. */
  const written = async () =>
    (await notes().locator('p').allTextContents()).map((it) => it.replace(/\u2060.*?\u2060/g, ''));
  const stored = async () =>
    (
      (await stage.call('GET', `threads/${threadId}`)) as {
        thread_nodes: { content?: { text?: string }[] }[];
      }
    ).thread_nodes.map((it) => it.content?.[0]?.text);
  const lines = () => notes().locator('> :is(p, h1, h2, ul)').allTextContents();

  it('converts pasted Markdown into blocks, and highlights code', async () => {
    await paste({
      'text/plain':
        '# Margins\n\nSome **bold** words, and more words.\n\n- [ ] read\n- [x] write\n\n| Word | Gloss |\n| --- | --- |\n| one | two |\n\n$$\nx^2\n$$\n\nLast words.',
    });
    await page.keyboard.press('Enter');
    await page.keyboard.type('``` const a = 1;');
    await notes().locator('.hljs-keyword', { hasText: 'const' }).waitFor();
    await expect
      .poll(() =>
        notes()
          .locator('> *')
          .evaluateAll((blocks) => blocks.map((block) => block.tagName)),
      )
      .toEqual(['H1', 'P', 'UL', 'DIV', 'DIV', 'P', 'FIGURE']);
    await page.getByRole('button', { name: 'Language: JavaScript' }).click();
    await page.getByPlaceholder('Find a language').fill('rust');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Language: Rust' }).waitFor();
    expect(await notes().locator('li[data-checked="true"] p').textContent()).toBe('write');
    expect(
      await notes()
        .locator('> p')
        .first()
        .evaluate((it) => [it.getAttribute('dir'), getComputedStyle(it).direction]),
    ).toEqual(['auto', 'ltr']);
  });

  it('finds and replaces text, and shows the outline', async () => {
    await notes().locator('h1').click();
    await page.keyboard.press('ControlOrMeta+f');
    const search = page.getByRole('search', { name: 'Find in notes' });
    await search.getByRole('textbox', { name: 'Find in notes' }).fill('WORDS');
    await search.getByText('1 of 3').waitFor();
    await page.keyboard.press('Enter');
    await search.getByText('2 of 3').waitFor();
    await search.getByRole('button', { name: 'Replace' }).first().click();
    await search.getByRole('textbox', { name: 'Replace with' }).fill('letters');
    await search.getByRole('textbox', { name: 'Replace with' }).press('Enter');
    await notes().locator('p', { hasText: 'Last words.' }).locator('.found.is-current').waitFor();
    await search.getByRole('button', { name: 'Replace all' }).click();
    await search.getByText('No results').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await lines())[1]).toBe('Some bold letters, and more letters.');
    await page.getByRole('button', { name: 'Outline' }).click();
    await page
      .getByRole('navigation', { name: 'Outline' })
      .getByRole('button', { name: 'Margins' })
      .click();
    await shoot(page, 'editing-wide-light');
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations
        .filter((it) => it.impact === 'serious' || it.impact === 'critical')
        .map((it) => `${it.id}: ${it.nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`),
    ).toEqual([]);
    await page.getByRole('button', { name: 'Outline' }).click();
  });

  it('keeps its toolbar and menus off the text while scrolling, at both sizes', async () => {
    const covering = () =>
      notes().evaluate((editor) => {
        let pane = editor.parentElement;
        while (pane && getComputedStyle(pane).overflowY !== 'auto') pane = pane.parentElement;
        const text = pane?.getBoundingClientRect();
        if (!pane || !text) throw new Error('The notes do not scroll.');
        pane.scrollTop = 60;
        const bar = document.querySelectorAll(
          'button[aria-label="Outline"], button[aria-label="Find in notes"], [role="search"]',
        );
        return [...bar]
          .filter((it) => {
            const box = it.getBoundingClientRect();
            return box.bottom > text.top + 1 && box.top < text.bottom - 1;
          })
          .map((it) => it.getAttribute('aria-label'));
      });
    for (const viewport of [WIDE, PHONE]) {
      await page.setViewportSize(viewport);
      if (viewport === PHONE)
        await page
          .getByRole('navigation', { name: 'Panes' })
          .getByRole('button', { name: 'Notes' })
          .click();
      expect(await covering()).toEqual([]);
      await page.getByRole('button', { name: 'Find in notes' }).click();
      const search = page.getByRole('search', { name: 'Find in notes' });
      await search.waitFor();
      expect(await covering()).toEqual([]);
      await shoot(page, `notes-bar-${viewport === PHONE ? 'phone' : 'wide'}-light`);
      await search.getByRole('button', { name: 'Close' }).click();
    }
    await page.setViewportSize(WIDE);
  });

  it('adds a table row and highlights text', async () => {
    await notes().getByRole('cell', { name: 'one' }).click();
    await page.getByRole('toolbar', { name: 'Table' }).waitFor();
    await page.keyboard.press('Alt+F10');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Add row below' }).click();
    await expect.poll(() => notes().getByRole('row').count()).toBe(3);
    await notes()
      .locator('> p')
      .first()
      .dblclick({ position: { x: 8, y: 10 } });
    await page
      .getByRole('toolbar', { name: 'Format' })
      .getByRole('button', { name: 'Highlight' })
      .click();
    await page.getByRole('button', { name: 'Green' }).click();
    expect(await notes().locator('mark[data-color="green"]').textContent()).toBe('Some');
  });

  it('ticks a task with the pointer and the keyboard', async () => {
    await clear();
    await paste({ 'text/plain': '- [ ] read it\n- [x] find it' });
    const box = (words: string, checked: boolean) =>
      notes()
        .getByRole('checkbox', { name: `Done: ${words}`, checked })
        .first();
    await box('find it', true).waitFor();
    await box('read it', false).click();
    await box('read it', true).press('Space');
    await box('read it', false).press('Enter');
    await box('read it', true).waitFor();
    await notes().getByText('read it').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' again');
    await box('read it again', true).waitFor();
    await expect.poll(lines).toEqual(['read it againfind it']);
  });

  it('keeps the order of fast typing after a new line', async () => {
    await clear();
    for (let n = 0; n < 20; n += 1) {
      await page.keyboard.press('Enter');
      await page.keyboard.type('two');
    }
    await expect.poll(lines).toEqual(['', ...Array.from({ length: 20 }, () => 'two')]);
  });

  it('deletes the current selection, however fast the next key follows', async () => {
    await clear();
    await page.keyboard.type('otters');
    for (const left of ['otter', 'otte', 'ott']) {
      await page.keyboard.press('Shift+Home');
      await page.getByRole('toolbar', { name: 'Format' }).waitFor();
      await Promise.all([page.keyboard.press('ArrowRight'), page.keyboard.press('Backspace')]);
      await expect.poll(lines).toEqual([left]);
    }
  });

  it('moves, duplicates, converts and indents blocks with keys and the block menu', async () => {
    await clear();
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await expect.poll(lines).toEqual(['two', 'one']);
    await page.keyboard.press('Control+Shift+d');
    await expect.poll(lines).toEqual(['two', 'two', 'one']);
    for (let n = 0; n < 10; n += 1) await page.keyboard.press('Tab');
    await notes().focus();
    await expect
      .poll(() =>
        notes()
          .locator('> p')
          .nth(1)
          .evaluate((it) => getComputedStyle(it).marginLeft),
      )
      .toBe('240px');
    const menu = page.getByRole('button', { name: 'Block menu' });
    await notes().locator('> p').nth(2).hover();
    await menu.hover();
    await page.getByRole('textbox', { name: 'Ask a question' }).hover();
    await menu.waitFor({ state: 'hidden' });
    await notes().locator('> p').nth(2).hover();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Turn into' }).click();
    await page.getByRole('menuitem', { name: 'Heading 2' }).click();
    await expect.poll(() => notes().locator('h2').textContent()).toBe('one');
  });

  it('keeps an image until it can be uploaded, and resizes it', async () => {
    await clear();
    await goOffline(page);
    await paste({}, true);
    await notes().getByText("Saved in this browser. It will upload when you're online.").waitFor();
    await page.context().setOffline(false);
    await page.getByText('Image uploaded successfully').waitFor();
    const files = (await stage.call('POST', 'thread/get_all_files', { id: threadId })) as {
      files: { name: string }[];
    };
    expect(files.files.map(({ name }) => name)).toEqual(['margin.png']);
    await expect
      .poll(() =>
        notes()
          .locator('img')
          .evaluate((it: HTMLImageElement) => it.naturalWidth),
      )
      .toBe(320);
    await page.getByRole('slider', { name: 'Image width' }).press('Shift+ArrowLeft');
    await expect
      .poll(() =>
        notes()
          .locator('img')
          .evaluate((it) => it.clientWidth),
      )
      .toBe(270);
  });

  it('turns an address into a link, and the link into a chip of its source', async () => {
    await clear();
    await paste({ 'text/plain': `${stage.site}/forgetting-curve.html` });
    await page
      .getByRole('menu', { name: 'Pasted link' })
      .getByRole('menuitem', { name: 'Link to source' })
      .click();
    await notes()
      .getByRole('button', { name: /^Go to/ })
      .waitFor();
    const thread = (await stage.call('GET', `threads/${threadId}`)) as {
      thread_source_data: unknown[];
    };
    expect(thread.thread_source_data).toHaveLength(1);
  });

  it('saves typed and deleted text in a note long enough for sections', async () => {
    await clear();
    const expected = Array.from({ length: 1500 }, (_, n) => `line ${n}.`);
    await paste({ 'text/plain': expected.join('\n\n') });
    const sections = notes().locator('> .note-section');
    await expect.poll(written).toEqual(expected);
    expect(await sections.count()).toBeGreaterThan(8);
    // The space between the first section and the following text is like any other.
    const apart = (one: string, next: string) =>
      notes().evaluate(
        (editor, names) => {
          const [above, below] = names.map((name) =>
            [...editor.querySelectorAll('p')]
              .find((it) => it.textContent === name)
              ?.getBoundingClientRect(),
          );
          return Math.round((below?.top ?? 0) - (above?.bottom ?? 0));
        },
        [one, next],
      );
    const last = Number(
      (await sections.first().locator('p').last().textContent())?.replace(/\D/g, ''),
    );
    await line(last + 1).scrollIntoViewIfNeeded();
    await expect
      .poll(() => apart(`line ${last}.`, `line ${last + 1}.`))
      .toBe(await apart(`line ${last - 1}.`, `line ${last}.`));

    await line(last).click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    for (const word of ['two', 'three']) {
      await page.keyboard.press('Enter');
      await page.keyboard.type(word);
    }
    // Selects across the section border.
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+End');
    await page.keyboard.press('Delete');
    expected.splice(last, 4, `line ${last}.!`, 'two', 'three');
    await expect.poll(written).toEqual(expected);
    await expect.poll(stored).toEqual(expected);
    await page.reload();
    await expect.poll(written).toEqual(expected);
    // Everything is drawn by now, so that a letter only redraws its own block; the following blocks
    // shift.
    await expect.poll(() => notes().locator('.note-group:empty').count()).toBe(0);
    await line(last + 4).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' four');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' end');
    expected.splice(expected.indexOf(`line ${last + 4}.`), 1, `line ${last + 4}. four`);
    expected.splice(-1, 1, 'line 1499. end');
    await expect.poll(written).toEqual(expected);
    await expect.poll(stored).toEqual(expected);
  });

  it('saves typed, deleted and moved text in a long note that is drawn in groups', async () => {
    await clear();
    const expected = Array.from({ length: 160 }, (_, n) => `line ${n}.`);
    await paste({ 'text/plain': expected.join('\n\n') });
    await expect.poll(written).toEqual(expected);
    expect(await notes().locator('.note-group').count()).toBeGreaterThan(4);
    const lastOfOne = Number(
      (await notes().locator('.note-group').nth(2).locator('p').last().textContent())?.replace(
        /\D/g,
        '',
      ),
    );
    await line(lastOfOne).click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    for (const word of ['two', 'three']) {
      await page.keyboard.press('Enter');
      await page.keyboard.type(word);
    }
    expected.splice(lastOfOne, 1, `line ${lastOfOne}.!`, 'two', 'three');
    await expect.poll(written).toEqual(expected);
    await line(120).click();
    await page.keyboard.press('End');
    // At another point than the previous click, which would make it a double click.
    await line(130).click({ modifiers: ['Shift'], position: { x: 300, y: 8 } });
    await page.keyboard.type('?');
    expected.splice(expected.indexOf('line 120.'), 11, 'line 120.?');
    await expect.poll(written).toEqual(expected);
    await line(50).hover();
    await page
      .getByRole('button', { name: 'Block menu' })
      .dragTo(line(45), { targetPosition: { x: 2, y: 2 } });
    expected.splice(
      expected.indexOf('line 45.'),
      0,
      ...expected.splice(expected.indexOf('line 50.'), 1),
    );
    await expect.poll(written).toEqual(expected);
    // The status shows the last change only after it has been painted.
    await expect.poll(stored).toEqual(expected);
    await page.reload();
    await expect.poll(written).toEqual(expected);

    // Notes that are opened draw distant blocks when idle, which never happens here.
    const other = await stage.open(new URL(page.url()).pathname);
    const [otherNotes, late] = [
      other.page.locator('.note-editor'),
      notes().locator('> .note-group:empty'),
    ];
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    await page.reload();
    await late.first().waitFor({ state: 'attached' });
    expect(await late.count()).toBeGreaterThan(4);
    await line(0).click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await otherNotes.locator('p', { hasText: 'line 0.!' }).waitFor();
    await otherNotes.getByText('line 100.', { exact: true }).click();
    await other.page.keyboard.press('End');
    await other.page.keyboard.type('?');
    await other.page.keyboard.press('Enter');
    await other.page.keyboard.type('between');
    await other.page.locator('[data-sync]').getByText('Synced', { exact: true }).waitFor();
    expect(await late.count()).toBeGreaterThan(4);
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('!');
    await otherNotes.locator('p', { hasText: 'line 159.!' }).waitFor({ state: 'attached' });
    expected.splice(0, 1, 'line 0.!');
    expected.splice(expected.indexOf('line 100.'), 1, 'line 100.?', 'between');
    expected.splice(-1, 1, 'line 159.!');
    // Without the names at the two cursors.
    for (const window of [page, other.page])
      await expect
        .poll(async () =>
          (await window.locator('.note-editor p').allTextContents()).map((it) =>
            it.replace(/\u2060.*\u2060/, ''),
          ),
        )
        .toEqual(expected);
    await other.context.close();
    // Printing shows the complete notes and nothing else.
    expect(
      Number(/\/Count (\d+)/.exec((await page.pdf()).toString('latin1'))?.[1]),
    ).toBeGreaterThan(2);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('textbox', { name: 'Ask a question' }).isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    await page.getByRole('textbox', { name: 'Ask a question' }).waitFor();
    // Errors while the network was down, which are not the notes' fault.
    expect(problems.filter((it) => !/ERR_INTERNET_DISCONNECTED/.test(it))).toEqual([]);
  });

  it('scrolls to typed text only if it is out of view', async () => {
    await clear();
    await paste({ 'text/plain': Array.from({ length: 80 }, (_, n) => `line ${n}.`).join('\n\n') });
    const pane = notes().locator('xpath=ancestor::*[contains(@class, "overflow-y-auto")][1]');
    const scrolled = () => pane.evaluate((element) => element.scrollTop);
    const isSeen = (words: string) =>
      notes()
        .locator('p', { hasText: words })
        .evaluate((element) => {
          const [own, seen] = [
            element.getBoundingClientRect(),
            element.closest('.overflow-y-auto')?.getBoundingClientRect(),
          ];
          return own.top >= (seen?.top ?? 0) && own.bottom <= (seen?.bottom ?? 0);
        });
    await line(40).click();
    await page.keyboard.press('End');
    const before = await scrolled();
    await page.keyboard.type(' seen');
    expect(await scrolled()).toBe(before);
    for (const top of [0, 1e6]) {
      await pane.evaluate((element, to) => {
        element.scrollTop = to;
      }, top);
      await expect.poll(() => isSeen('line 40. seen')).toBe(false);
      await page.keyboard.type('!');
      await expect.poll(() => isSeen('line 40. seen!')).toBe(true);
    }
    // The focus is elsewhere, and the page has the previous position selected.
    await page.getByRole('button', { name: 'Find in notes' }).focus();
    await notes().evaluate((element) => {
      (
        element as unknown as {
          editor: {
            chain(): { setTextSelection(at: number): { scrollIntoView(): { run(): void } } };
          };
        }
      ).editor
        .chain()
        .setTextSelection(2)
        .scrollIntoView()
        .run();
    });
    await expect.poll(() => isSeen('line 0.')).toBe(true);
    await line(0).click();
    await page.keyboard.press('End');
    // One line below the visible ones.
    for (let n = 0; n < 30; n += 1) await page.keyboard.press('Enter');
    await page.keyboard.type('below');
    await expect.poll(() => isSeen('below')).toBe(true);
  });

  it('stays at the heading chosen in the outline while content above it grows', async () => {
    await clear();
    const matrix = `$$\n\\begin{matrix} ${Array.from({ length: 9 }, (_, n) => n).join(' \\\\ ')} \\end{matrix}\n$$`;
    const filling = Array.from({ length: 150 }, (_, n) => `line ${n}.`);
    await paste({
      'text/plain': [
        ...filling,
        ...Array.from({ length: 3 }, () => matrix),
        '## Behind it',
        ...filling,
      ].join('\n\n'),
    });
    const heading = notes().getByRole('heading', { name: 'Behind it' });
    await heading.waitFor();
    await page.locator('[data-sync]').getByText('Synced', { exact: true }).waitFor();
    // As above: distant blocks wait.
    await page.reload();
    await notes().getByText('line 0.', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Outline' }).click();
    await page
      .getByRole('navigation', { name: 'Outline' })
      .getByRole('button', { name: 'Behind it' })
      .click();
    await notes().locator('.katex').nth(2).waitFor({ state: 'attached' });
    await expect
      .poll(async () => {
        const box = await heading.boundingBox();
        return box !== null && box.y > 0 && box.y < (page.viewportSize()?.height ?? 0) - box.height;
      })
      .toBe(true);
    await page.getByRole('button', { name: 'Outline' }).click();
  });
});
