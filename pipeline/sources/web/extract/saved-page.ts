/** Converts pages saved by browsers to one HTML page with embedded pictures and style sheets. */
import { decodeHtml } from '#pipeline/sources/decode-html.ts';
import { pageAddress, parsePage, resolveAddresses } from '#pipeline/sources/html-document.ts';
import { readMhtml } from './mhtml.ts';
import type { SavedFiles } from './saved-file.ts';
import { embedResources, storedResources } from './embed-resources.ts';
import { readWebarchive } from './webarchive.ts';

interface SavedPage {
  html: string;
  /** the address that it was saved from, if stated */
  url: string | undefined;
}

const HEAD_LENGTH = 20_000;
const KEPT = /^(image\/|font\/|text\/css$)/;
/** SingleFile and browsers write the address in a comment at the start. */
const COMMENT =
  /<!--\s*(?:Page saved with SingleFile\s+url:\s*|saved from url=\(\d+\))(https?:\/\/[^\s<>]+)/i;

/** Faults: `corrupt_file` if the file contains no page. */
export function openSavedPage(bytes: Uint8Array): SavedPage {
  const head = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1');
  if (head.startsWith('bplist00')) return assembled(readWebarchive(bytes));
  if (/^mime-version:/im.test(head) && /^content-type:\s*multipart\//im.test(head))
    return assembled(readMhtml(bytes));
  const html = decodeHtml(bytes);
  return { html, url: addressIn(html) };
}

function assembled({ page, files }: SavedFiles): SavedPage {
  const url = pageAddress(page.url, 'about:blank');
  const document = parsePage(decodeHtml(page.bytes, page.contentType));
  if (url !== undefined) resolveAddresses(document, url);
  const byName = new Map(files.map((file) => [file.url, file]));
  const kept = [...byName.values()].filter(({ type }) => KEPT.test(type));
  embedResources(
    document,
    url ?? 'about:blank',
    storedResources(
      kept.map((file) => ({ url: file.url, type: file.type, part: file.url })),
      { part: (name) => byName.get(name)?.bytes },
    ),
  );
  return { html: document.toString(), url };
}

function addressIn(html: string): string | undefined {
  const head = html.slice(0, HEAD_LENGTH);
  const commented = COMMENT.exec(head)?.[1];
  if (commented !== undefined) return pageAddress(commented, 'about:blank');
  const { head: tags } = parsePage(head);
  const named = [
    tags.querySelector('link[rel="canonical"]')?.getAttribute('href'),
    tags.querySelector('meta[property="og:url"]')?.getAttribute('content'),
  ];
  return named.map((it) => pageAddress(it, 'about:blank')).find((it) => it !== undefined);
}
