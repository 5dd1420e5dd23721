import type { Follow } from '#core/contract/follow.ts';
import { intervalLabel } from '#core/text/interval.ts';
import { truncate } from './terminal-cells.ts';
import { oneLine, paint } from './output.ts';

const countedItems = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`;

/** `columns`: of the terminal; undefined for tab-separated lines of a pipe. */
export function followLine(follow: Follow, columns: number | undefined): string {
  const { _id, state, title, url, every, items, checkedAt, error } = follow;
  if (columns === undefined)
    return [
      _id,
      error && state === 'active' ? 'failed' : state,
      oneLine(title),
      items,
      every,
      checkedAt ?? '',
      url,
      oneLine(error?.message ?? ''),
    ].join('\t');
  const facts = [
    state === 'ended' ? 'ended' : intervalLabel(every),
    countedItems(items),
    checkedAt === undefined
      ? 'not checked yet'
      : `checked ${checkedAt.slice(0, 16).replace('T', ' ')} UTC`,
  ];
  return [
    paint('bold', truncate(oneLine(title), columns)),
    `  ${truncate(facts.join(' · '), columns - 2)}`,
    ...(error ? [`  ${paint('red', truncate(oneLine(error.message), columns - 2))}`] : []),
    `  ${paint('dim', truncate(`${_id}  ${oneLine(url)}`, columns - 2))}`,
  ].join('\n');
}
