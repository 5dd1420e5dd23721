import { EmbeddingStatus, type Source } from '#core/contract/source.ts';
import { positionLabel } from '#core/contract/locator.ts';
import { cut, paragraph, widthOf } from './fit.ts';
import { oneLine, paint } from './output.ts';

const DOING = {
  fetch: 'Fetching',
  extract: 'Reading',
  snapshot: 'Cleaning',
  chunk: 'Splitting into passages',
  embed: 'Embedding',
  index: 'Indexing',
  refresh: 'Finding notes again',
  assets: 'Saving images',
} as const;
const UNIT = { timed: 'part', paged: 'page', flow: 'part' } as const;
/** below this a title and an id do not share a line */
const ROOMY_COLUMNS = 80;
const LEAST_TITLE = 24;

/** `Reading page 41 of 212` */
export function progressText({ progress, medium }: Source): string {
  if (!progress) return 'Waiting';
  return progress.total > 0
    ? `${DOING[progress.stage]} ${UNIT[medium]} ${progress.done} of ${progress.total}`
    : DOING[progress.stage];
}

/** `6 pages`, `1:23:45`, `web page` */
function sizeText(source: Source): string {
  if (source.medium === 'paged')
    return source.pages === undefined
      ? 'PDF'
      : `${source.pages} ${source.pages === 1 ? 'page' : 'pages'}`;
  if (source.medium === 'timed')
    return source.duration === undefined ? 'video' : positionLabel('timed', source.duration);
  return 'web page';
}

export type SourceState = 'working' | 'ready' | 'failed';
export function sourceState(source: Source): SourceState {
  if (source.status.embedding === EmbeddingStatus.processing) return 'working';
  return source.status.embedding === EmbeddingStatus.ready ? 'ready' : 'failed';
}

export const MARK = {
  working: ['yellow', '·'],
  ready: ['green', '✓'],
  failed: ['red', '✗'],
} as const satisfies Record<SourceState, readonly [string, string]>;
export const reason = (source: Source): string =>
  oneLine(source.error?.message ?? 'Issues with processing');

/** `3 ready · 1 working · 2 failed` */
export function totals(sources: readonly Source[], failedBesides = 0): string {
  const count = (state: SourceState) =>
    sources.filter((source) => sourceState(source) === state).length;
  return `${count('ready')} ready · ${count('working')} working · ${count('failed') + failedBesides} failed`;
}

/** In a pipe: id, state, type, title and message, separated by tabs. */
function pipedLine(source: Source): string {
  const state = sourceState(source);
  const about =
    state === 'working'
      ? source.error
        ? reason(source)
        : progressText(source)
      : state === 'ready'
        ? sizeText(source)
        : `${source.error?.code ?? 'internal'}: ${reason(source)}`;
  return [source._id, state, source.sourceType, oneLine(source.title), about].join('\t');
}

/**
 * One source: a line by tabs in a pipe, else as much as `columns` hold, and the reason below when
 * it failed.
 */
export function sourceLine(source: Source, columns: number | undefined): string {
  if (columns === undefined) return pipedLine(source);
  const state = sourceState(source);
  const [color, mark] = MARK[state];
  const about =
    state === 'working' ? progressText(source) : state === 'ready' ? sizeText(source) : 'failed';
  const roomy = columns >= ROOMY_COLUMNS;
  const room = columns - 2 - (roomy ? source._id.length + 2 : 0) - 1;
  const shown = room - about.length - 2 >= LEAST_TITLE ? about : '';
  const title = cut(oneLine(source.title), shown === '' ? room : room - shown.length - 2);
  const used = widthOf(title) + (shown === '' ? 0 : shown.length + 2);
  const first = `${paint(color, mark)} ${title}${shown === '' ? '' : `  ${paint(state === 'failed' ? 'red' : 'dim', shown)}`}`;
  const lines = [
    roomy ? `${first}${' '.repeat(room - used + 2)}${paint('dim', source._id)}` : first,
  ];
  if (!roomy) lines.push(`  ${paint('dim', source._id)}`);
  if (source.error)
    lines.push(...paragraph(`${reason(source)} [${source.error.code}]`, 2, columns));
  return lines.join('\n');
}

/** A source that equals another one. */
export function duplicateLine(before: Source, into: Source, columns: number | undefined): string {
  if (columns === undefined)
    return [
      before._id,
      'duplicate',
      before.sourceType,
      oneLine(before.title),
      `duplicate of ${into._id}`,
    ].join('\t');
  return paragraph(
    `${paint('dim', '=')} ${oneLine(before.title)}: duplicate of ${oneLine(into.title)} (${into._id})`,
    0,
    columns,
  ).join('\n');
}
