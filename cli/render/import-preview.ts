/**
 * The preview of an import: how many entries are new, already there, repeated or unreadable, and
 * why.
 */
import type { ImportPreview } from '#core/contract/import.ts';
import { DEFAULT_FILE, kindOfFileName } from '#core/kinds.ts';
import { parseWebAddress, youtubeVideoId } from '#core/text/canonical-url.ts';
import { truncate, cellWidth, wrap } from './terminal-cells.ts';
import { counted } from './import-line.ts';
import { oneLine, paint } from './output.ts';

type Entry = ImportPreview['entries'][number];
const MOST_HOSTS = 6;
const MOST_REASONS = 4;
/** width of a count with its label */
const LABEL_COLUMNS = 16;
/** below this width, counts are on separate lines */
const SIDE_BY_SIDE_COLUMNS = 50;
/** maximum line width, for readability on wide terminals */
const MOST_COLUMNS = 110;

/** The name of an entry: its address, or the name of its file. */
export const entryText = (entry: Pick<Entry, 'url' | 'title' | 'fileKey'>): string =>
  oneLine(entry.url ?? entry.title ?? entry.fileKey ?? '');
const bare = (text: string): string => text.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

export function tally<T>(list: readonly T[], keyOf: (it: T) => string): [string, T[]][] {
  const found = new Map<string, T[]>();
  for (const it of list) {
    const key = keyOf(it);
    const before = found.get(key);
    if (before) before.push(it);
    else found.set(key, [it]);
  }
  return [...found].toSorted(([, a], [, b]) => b.length - a.length);
}

/** The type by address only; the content is checked when it is fetched. */
function typeOf(entry: Entry): string {
  const url = entry.url === undefined ? undefined : parseWebAddress(entry.url);
  const file = kindOfFileName(url?.pathname ?? entry.title ?? '')?.file;
  // Texts and pages at an address are read as pages.
  if (url === undefined || file?.signature !== undefined)
    return `${(file ?? DEFAULT_FILE).label} file`;
  return youtubeVideoId(url) === undefined ? 'page' : 'video';
}
const typesText = (entries: readonly Entry[]): string =>
  tally(entries, typeOf)
    .map(([type, of]) => counted(of.length, type))
    .join(' · ');
const hostOf = (entry: Entry): string =>
  parseWebAddress(entry.url ?? '')?.host.replace(/^www\./, '') ?? 'elsewhere';

/** `columns`: the width of the terminal. */
export function previewLines(preview: ImportPreview, name: string, columns: number): string[] {
  const width = Math.min(columns, MOST_COLUMNS) - 1;
  const of = (verdict: Entry['verdict']): Entry[] =>
    preview.entries.filter((it) => it.verdict === verdict);
  const [fresh, known, repeated, listings, bookmarks] = [
    of('new'),
    of('known'),
    of('repeated'),
    of('listing'),
    of('bookmark'),
  ];
  const digits = Math.max(
    ...Object.values(preview.totals).map((count) => count.toLocaleString('en').length),
  );
  const lines = [
    paint(
      'bold',
      truncate(
        `${oneLine(name)} · ${oneLine(preview.label)} · ${counted(preview.entries.length + preview.unread.length, 'entry', 'entries')}`,
        width,
      ),
    ),
    '',
  ];

  const row = (count: number, label: string, abouts: readonly string[]): void => {
    if (count > 0) lines.push(...rowLines(count, label, abouts, width, digits));
  };
  const first = (entries: readonly Entry[], text: (it: Entry) => string): string[] =>
    entries.slice(0, 2).map(text);

  row(fresh.length, 'to add', [typesText(fresh)]);
  row(listings.length, listings.length === 1 ? 'list to open' : 'lists to open', [
    `playlists, channels, feeds: their entries are added, as of ${bare(entryText(listings[0] ?? {}))}`,
  ]);
  row(
    known.length,
    'already added',
    first(known, (it) =>
      it.of === undefined ? bare(entryText(it)) : `${bare(entryText(it))} is “${oneLine(it.of)}”`,
    ),
  );
  row(
    repeated.length,
    'repeated',
    first(
      repeated,
      (it) =>
        `line ${it.line}${it.of === undefined ? '' : ` is ${oneLine(it.of)}`}: ${bare(entryText(it))}`,
    ),
  );
  const kept = bookmarks.map((it) => ({
    line: it.line,
    text: entryText(it),
    why: it.why ?? "Gloss can't read this address.",
  }));
  row(kept.length, 'bookmarks only', reasonTexts(kept));
  row(preview.unread.length, "can't be read", reasonTexts(preview.unread));

  const hosts = tally(
    [...fresh, ...listings].filter((it) => it.url !== undefined),
    hostOf,
  );
  if (hosts.length > 0)
    lines.push(
      '',
      hostLine(
        hosts.map(([host, entries]) => [host, entries.length]),
        width,
      ),
    );
  return lines;
}

/** Formats a count with its label and a detail, beside it on a wide terminal. */
function rowLines(
  count: number,
  label: string,
  abouts: readonly string[],
  width: number,
  digits: number,
): string[] {
  const indent = 2 + digits + 2 + LABEL_COLUMNS;
  const head = `  ${paint('bold', count.toLocaleString('en').padStart(digits))}  ${label.padEnd(LABEL_COLUMNS)}`;
  const beside = width >= SIDE_BY_SIDE_COLUMNS ? width - indent : width - 4 - digits;
  const rest = abouts.flatMap((about) => {
    const shown = truncate(about, beside * 2);
    return wrap(shown, beside).map(([start, end]) => shown.slice(start, end));
  });
  if (width >= SIDE_BY_SIDE_COLUMNS)
    return [
      `${head}${paint('dim', rest[0] ?? '')}`.trimEnd(),
      ...rest.slice(1).map((it) => ' '.repeat(indent) + paint('dim', it)),
    ];
  return [head.trimEnd(), ...rest.map((it) => ' '.repeat(4 + digits) + paint('dim', it))];
}

/** The reasons why lines can't be read, most frequent first, each with an example. */
function reasonTexts(lines: ImportPreview['unread']): string[] {
  const reasons = tally(lines, ({ why }) => oneLine(why));
  const texts = reasons
    .slice(0, MOST_REASONS)
    .map(
      ([why, of]) => `${of.length.toLocaleString('en')} × ${firstSentence(why)}: ${example(of[0])}`,
    );
  const more = reasons.length - MOST_REASONS;
  return more > 0 ? [...texts, `and ${counted(more, 'other reason')}`] : texts;
}

/** Keeps what happened; the receipt says what to do about it. */
const firstSentence = (why: string): string =>
  (/^.*?[.!?](?= [A-Z]|$)/.exec(why)?.[0] ?? why).replace(/\.$/, '');
const example = (line: ImportPreview['unread'][number] | undefined): string =>
  line === undefined ? '' : `line ${line.line}, “${truncate(oneLine(line.text), 40)}”`;

/** `From  example.org 230 · github.com 120 · 201 more hosts`, on one line. */
function hostLine(hosts: readonly [string, number][], width: number): string {
  const label = '  From  ';
  const text = (count: number): string =>
    [
      ...hosts.slice(0, count).map(([host, entries]) => `${host} ${entries.toLocaleString('en')}`),
      ...(count < hosts.length ? [counted(hosts.length - count, 'more host')] : []),
    ].join(' · ');
  let shown = Math.min(MOST_HOSTS, hosts.length);
  while (shown > 1 && cellWidth(label + text(shown)) > width) shown -= 1;
  return label + paint('dim', truncate(text(shown), width - label.length));
}
