import type { Source, SourceState } from '#core/contract/source.ts';
import { positionLabel } from '#core/contract/locator.ts';
import { kindDescriptor } from '#core/kinds.ts';
import { truncate, wrapAndIndent, cellWidth } from './terminal-cells.ts';
import { oneLine, paint } from './output.ts';

const DOING = {
  fetch: 'Fetching',
  extract: 'Reading',
  snapshot: 'Cleaning',
  chunk: 'Splitting into passages',
  embed: 'Embedding',
  index: 'Indexing',
  refresh: 'Finding notes again',
  assets: 'Saving images…',
} as const;
const UNIT = { timed: 'part', paged: 'page', flow: 'part' } as const;
/** below this width, the title and the id are on separate lines */
const ROOMY_COLUMNS = 80;
const LEAST_TITLE = 24;

/** `Reading page 41 of 212` */
export function progressText({ progress, medium, saving }: Source): string {
  if (saving) return DOING.assets;
  if (!progress) return 'Waiting';
  return progress.total > 0
    ? `${DOING[progress.stage]} ${UNIT[medium]} ${progress.done} of ${progress.total}`
    : DOING[progress.stage];
}

/** `6 pages`, `1:23:45`, `web page`, `EPUB` */
function sizeText(source: Source): string {
  if (source.medium === 'paged')
    return source.pages === undefined
      ? 'PDF'
      : `${source.pages} ${source.pages === 1 ? 'page' : 'pages'}`;
  if (source.medium === 'timed')
    return source.duration === undefined ? 'video' : positionLabel('timed', source.duration);
  const { hasWebView, label } = kindDescriptor(source.sourceType);
  return hasWebView ? 'web page' : label;
}

/** Queued or in progress. */
export const isWorking = ({ state }: Source): boolean =>
  state === 'waiting' || state === 'fetching' || state === 'reading';
/** Has no text, and nothing is in progress. */
export const isUnreadable = ({ state }: Source): boolean =>
  state === 'failed' || state === 'bookmark';

/** The owner's title, or else its own; on one line. */
export const shownTitle = ({ ownTitle, title }: Source): string => oneLine(ownTitle ?? title);

export const MARK = {
  waiting: ['dim', '·'],
  fetching: ['yellow', '·'],
  reading: ['yellow', '·'],
  ready: ['green', '✓'],
  failed: ['red', '✗'],
  gone: ['magenta', '!'],
  held: ['cyan', '?'],
  bookmark: ['blue', '–'],
} as const satisfies Record<SourceState, readonly [string, string]>;
export const reason = ({ error, refreshError }: Source): string =>
  oneLine(error?.message ?? refreshError?.message ?? 'Issues with processing');

/** `3 ready · 1 working · 2 failed`, then rarer states. */
export function totals(sources: readonly Source[], failedBesides = 0): string {
  const count = (state: SourceState) => sources.filter((source) => source.state === state).length;
  const rarer = (
    [
      ['gone', 'gone'],
      ['held', 'to review'],
      ['bookmark', count('bookmark') === 1 ? 'bookmark' : 'bookmarks'],
    ] as const
  ).filter(([state]) => count(state) > 0);
  return [
    `${count('ready')} ready`,
    `${sources.filter(isWorking).length} working`,
    `${count('failed') + failedBesides} failed`,
    ...rarer.map(([state, name]) => `${count(state)} ${name}`),
  ].join(' · ');
}

/** The detail next to the title of a readable source. */
function readyText(source: Source): string {
  if (source.state === 'gone') return 'no longer at its address';
  if (source.state === 'held') return 'a new version to review';
  return source.saving ? progressText(source) : sizeText(source);
}

/** In a pipe: id, state, type, title and message, separated by tabs. */
function pipedLine(source: Source): string {
  const { _id, state, sourceType, error, refreshError } = source;
  const about = isWorking(source)
    ? error
      ? reason(source)
      : progressText(source)
    : isUnreadable(source)
      ? `${error?.code ?? 'internal'}: ${reason(source)}`
      : state === 'gone'
        ? `${refreshError?.code ?? 'not_found'}: ${reason(source)}`
        : state === 'held'
          ? readyText(source)
          : sizeText(source);
  return [_id, state, sourceType, shownTitle(source), about].join('\t');
}

/** The detail next to the title on a terminal. */
const briefly = (source: Source): string =>
  isWorking(source)
    ? progressText(source)
    : isUnreadable(source)
      ? source.state
      : readyText(source);

/**
 * One source: tab-separated in a pipe, else within `columns`, with the reason below if it failed.
 */
export function sourceLine(source: Source, columns: number | undefined): string {
  if (columns === undefined) return pipedLine(source);
  const { state } = source;
  const [color, mark] = MARK[state];
  const about = briefly(source);
  const roomy = columns >= ROOMY_COLUMNS;
  const room = columns - 2 - (roomy ? source._id.length + 2 : 0) - 1;
  const shown = room - about.length - 2 >= LEAST_TITLE ? about : '';
  const title = truncate(shownTitle(source), shown === '' ? room : room - shown.length - 2);
  const used = cellWidth(title) + (shown === '' ? 0 : shown.length + 2);
  const first = `${paint(color, mark)} ${title}${shown === '' ? '' : `  ${paint(state === 'failed' ? 'red' : 'dim', shown)}`}`;
  const lines = [
    roomy ? `${first}${' '.repeat(room - used + 2)}${paint('dim', source._id)}` : first,
  ];
  if (!roomy) lines.push(`  ${paint('dim', source._id)}`);
  if (source.error)
    lines.push(...wrapAndIndent(`${reason(source)} [${source.error.code}]`, 2, columns));
  return lines.join('\n');
}

/** A source that duplicates another one. */
export function duplicateLine(before: Source, into: Source, columns: number | undefined): string {
  if (columns === undefined)
    return [
      before._id,
      'duplicate',
      before.sourceType,
      shownTitle(before),
      `duplicate of ${into._id}`,
    ].join('\t');
  return wrapAndIndent(
    `${paint('dim', '=')} ${shownTitle(before)}: duplicate of ${shownTitle(into)} (${into._id})`,
    0,
    columns,
  ).join('\n');
}
