import { parseWebAddress } from '#core/text/canonical-url.ts';

const MAX_ADDRESS = 4096;

/** Gloss keeps these addresses as bookmarks, but can't fetch them. */
const KEPT = /^(ftp|ftps|sftp|gopher|gemini|magnet|ed2k|ipfs|git|ssh):/i;
const NOT_FETCHED: readonly (readonly [RegExp, string])[] = [
  [/^place:/i, 'This is a saved search of Firefox, not a page.'],
  [/^javascript:/i, 'This is a script kept as a bookmark, not a page.'],
  [
    /^file:|^[a-z]:\\/i,
    'This is a file on the computer that wrote the list. Add the file itself with `gloss add FILE`.',
  ],
  [
    /^(about|chrome|edge|brave|opera|vivaldi|moz-extension|chrome-extension|safari-extension|view-source|resource):/i,
    "This is a page of the browser itself, so Gloss can't fetch it.",
  ],
  [/^(mailto|tel|sms):/i, 'This is an email address or a phone number, not a page.'],
  [/^(data|blob):/i, 'This holds its content within the address. Save it as a file and add that.'],
  [/^[^\s@/:]+@[^\s@/.]+\.[^\s@/]+$/, 'This is an email address, not a page.'],
  [KEPT, 'Gloss only reads http and https addresses. Look for its web address.'],
  [/^[?/#.]/, 'This address is incomplete. Enter the full address, starting with https://.'],
];

const tooLong = `This address is longer than ${MAX_ADDRESS} characters. Find a shorter link to the same page.`;

/**
 * Returns the address as written if it is valid, with `https://` added if it has no scheme;
 * otherwise the reason why it is invalid.
 */
export function readAddress(
  given: string | undefined,
): { url: string } | { url?: undefined; why: string } {
  const text = (given ?? '').trim().slice(0, MAX_ADDRESS + 1);
  if (text === '') return { why: 'There is no address here. Find the page and add its link.' };
  const whole = text
    .replace(/^\/\//, 'https://')
    .replace(
      /^feed:(?:\/\/)?(https?:\/\/)?/i,
      (_, scheme: string | undefined) => scheme ?? 'https://',
    );
  const url = parseWebAddress(whole);
  if (url === undefined)
    return {
      why:
        NOT_FETCHED.find(([form]) => form.test(whole))?.[1] ??
        'This is not a web address. Enter one that starts with https://.',
    };
  const address =
    /^https?:\/\/\S+$/i.test(whole) && URL.canParse(whole) ? whole.toWellFormed() : url.href;
  return address.length > MAX_ADDRESS ? { why: tooLong } : { url: address };
}

/** Returns the address as written if it is kept without being read. */
export function keptAddress(given: string | undefined): string | undefined {
  const address = (given ?? '').trim().toWellFormed();
  return address.length <= MAX_ADDRESS && KEPT.test(address) && URL.canParse(address)
    ? address
    : undefined;
}
