/**
 * The program that Gloss is compared with: fetches every address and extracts its text in one
 * process, without storing anything. Reads addresses as JSON from stdin.
 */
import { text } from 'node:stream/consumers';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { z } from 'zod';

const AT_ONCE = 6;

async function read(url: string): Promise<number> {
  const response = await fetch(url);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.headers.get('content-type') === 'application/pdf') {
    const document = await getDocument({ data: bytes, verbosity: 0 }).promise;
    let characters = 0;
    for (let n = 1; n <= document.numPages; n += 1) {
      const { items } = await (await document.getPage(n)).getTextContent();
      for (const item of items) if ('str' in item) characters += item.str.length;
    }
    await document.loadingTask.destroy();
    return characters;
  }
  const { document } = parseHTML(new TextDecoder().decode(bytes));
  const track = document.querySelector('track')?.getAttribute('src');
  if (track)
    return (await (await fetch(new URL(track, url))).text())
      .split('\n\n')
      .filter((cue) => cue.includes('-->'))
      .join('').length;
  return new Readability(document).parse()?.textContent?.length ?? 0;
}

const urls = z.array(z.string()).parse(JSON.parse(await text(process.stdin)));
const startedAt = performance.now();
const lengths: number[] = [];
const next = urls.values();
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const url of next) lengths.push(await read(url));
  }),
);
const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({
    seconds: (performance.now() - startedAt) / 1000,
    read: lengths.filter((length) => length > 0).length,
    characters: lengths.reduce((sum, length) => sum + length, 0),
    cpuS: (user + system) / 1e6,
    peakRssMb: process.resourceUsage().maxRSS / 1024,
  }),
);
