import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, PHONE, shoot, WIDE, type Stage } from './testing/stage.ts';

/** A site of numbered pages; page 3 changes on command. */
function openSite(): { server: Server; change(): void } {
  let isChanged = false;
  const server = createServer((req, res) => {
    const number = /^\/tree-(\d+)$/.exec(req.url ?? '')?.[1];
    if (number === undefined) {
      res.writeHead(404).end();
      return;
    }
    const last =
      isChanged && number === '3'
        ? 'Since the storm of 1987 it has stood alone on its hill, and shepherds meet below it in the spring.'
        : 'It stands among forty others on its hill, and shepherds rest below it in the summer.';
    const told = [
      'was planted by the miller in the year of the flood',
      'was measured by the school every autumn since then',
      'lost a branch to lightning and grew another in its place',
    ];
    res
      .setHeader('Content-Type', 'text/html')
      .end(`<html lang="en"><head><title>Tree ${number} of the county</title></head><body><article><h1>Tree ${number}</h1>
      ${told.map((it, at) => `<p>Tree number ${number} ${it}, as page ${Number(number) * 7 + at} of the parish book of ${1700 + Number(number) * 3} tells.</p>`).join('')}<p>${last}</p></article></body></html>`);
  }).listen(0, '127.0.0.1');
  return {
    server,
    change() {
      isChanged = true;
    },
  };
}

describe('importing and refreshing', () => {
  let stage: Stage;
  const { server, change } = openSite();
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  beforeAll(async () => {
    stage = await openStage({ env: { GLOSS_FETCH_ALLOW: origin().slice('http://'.length) } });
  });
  afterAll(async () => {
    await stage.close();
    server.close();
  });

  const serious = async (page: Page): Promise<string[]> =>
    (await new AxeBuilder({ page }).exclude('iframe').analyze()).violations
      .filter((it) => it.impact === 'serious' || it.impact === 'critical')
      .map((it) => `${it.id}: ${it.nodes[0]?.html}`);

  it('previews a bookmarks file, imports it and shows the result of each line', async () => {
    const { page, problems, context } = await stage.open('/library');
    const bookmarks = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>Trees</H3><DL><p>
      ${[1, 2, 3, 4].map((n) => `<DT><A HREF="${origin()}/tree-${n}" ADD_DATE="1600000000" TAGS="wood,county">Old tree ${n}</A>`).join('\n')}
      <DT><A HREF="${origin()}/tree-2?utm_source=letter">Old tree 2 again</A><DT><A HREF="${origin()}/felled">A tree that is gone</A></DL><p></DL>`;
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByLabel('Import file').setInputFiles({
      name: 'bookmarks.html',
      mimeType: 'text/html',
      buffer: Buffer.from(bookmarks),
    });
    const lines = page.getByRole('list', { name: 'Import preview' });
    await lines.getByText('Old tree 3').waitFor();
    expect(await lines.getByText('Duplicate').count()).toBe(1);
    await lines.getByText('Trees · wood · county').first().waitFor();
    await shoot(page, 'import-preview-wide-light');
    expect(await serious(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import 5 sources' }).click();

    const card = page.getByRole('list', { name: 'Imports' }).getByRole('listitem').first();
    await card.getByText('4 of 6 sources processed · 1 already added · 1 failed').waitFor();
    await card.getByText('Done').waitFor();
    for (const chip of ['Trees', '#wood', '#county'])
      await page
        .getByRole('list', { name: 'Sources' })
        .getByText(chip, { exact: true })
        .first()
        .waitFor();
    await shoot(page, 'library-imports-wide-light');
    expect(await serious(page)).toEqual([]);

    await card.getByRole('button', { name: 'Receipt' }).click();
    const receipt = page.getByRole('list', { name: 'Entries' });
    await receipt.getByText("This page doesn't exist or was removed").waitFor();
    await shoot(page, 'receipt-wide-light');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('refreshes a page and shows the changes word by word', async () => {
    change();
    for (const [size, viewport] of [
      ['wide', WIDE],
      ['phone', PHONE],
    ] as const) {
      const { page, problems, context } = await stage.open('/library', {
        viewport,
        scheme: size === 'wide' ? 'light' : 'dark',
      });
      await page.getByRole('link', { name: 'Old tree 3', exact: true }).click();
      await page.frameLocator('iframe').getByText('on its hill').waitFor();
      await page.getByRole('button', { name: 'Versions and refresh' }).click();
      const popover = page.getByRole('dialog', { name: 'Versions and refresh' });
      if (size === 'wide') await popover.getByRole('button', { name: 'Refresh now' }).click();
      await popover.getByText('Version 2').waitFor();
      await page.frameLocator('iframe').getByText('Since the storm of 1987').waitFor();
      await shoot(page, `versions-${size}`);
      await popover.getByRole('button', { name: 'Compare' }).click();
      await page.getByRole('dialog').getByText('Since the storm of 1987').waitFor();
      await shoot(page, `compare-${size}`);
      expect(await serious(page)).toEqual([]);
      await page.getByRole('radio', { name: 'Full text' }).click();
      await page.getByRole('dialog').getByText('It stands among forty others').waitFor();
      expect(problems).toEqual([]);
      await context.close();
    }
  });
});
