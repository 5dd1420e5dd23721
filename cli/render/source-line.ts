import { EmbeddingStatus, type Source } from '#core/contract/source.ts';
import { placeLabel } from '#core/contract/locator.ts';
import { paint, plain } from './output.ts';

const DOING = { fetch: 'Fetching', extract: 'Reading', snapshot: 'Cleaning', chunk: 'Splitting into passages', embed: 'Embedding', index: 'Indexing' } as const;
const UNIT = { timed: 'part', paged: 'page', flow: 'part' } as const;

/** `Reading page 41 of 212` */
export function progressText({ progress, medium }: Source): string {
  if (!progress) return 'Waiting';
  return progress.total > 0 ? `${DOING[progress.stage]} ${UNIT[medium]} ${progress.done} of ${progress.total}` : DOING[progress.stage];
}

/** `6 pages`, `1:23:45`, `web page` */
function sizeText(source: Source): string {
  if (source.medium === 'paged') return source.pages === undefined ? 'PDF' : `${source.pages} ${source.pages === 1 ? 'page' : 'pages'}`;
  if (source.medium === 'timed') return source.duration === undefined ? 'video' : placeLabel('timed', source.duration);
  return 'web page';
}

export type Standing = 'working' | 'ready' | 'failed';
export function standing(source: Source): Standing {
  if (source.status.embedding === EmbeddingStatus.processing) return 'working';
  return source.status.embedding === EmbeddingStatus.ready ? 'ready' : 'failed';
}

/** One source in one line, the same in a live view and in a pipe. */
export function sourceLine(source: Source): string {
  const title = plain(source.title);
  const state = standing(source);
  if (state === 'ready') return `${paint('green', '✓')} ready    ${title} ${paint('dim', `(${sizeText(source)})`)}  ${paint('dim', source._id)}`;
  if (state === 'working') return `${paint('yellow', '·')} ${progressText(source)}  ${title}  ${paint('dim', source._id)}${source.error ? `\n    ${plain(source.error.message)}` : ''}`;
  return `${paint('red', '✗')} failed   ${title}  ${paint('dim', source._id)}\n    ${plain(source.error?.message ?? 'Issues with processing')} ${paint('dim', `[${source.error?.code ?? 'internal'}]`)}`;
}
