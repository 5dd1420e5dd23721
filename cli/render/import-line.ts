/** Formats an import and the entries of its receipt. */
import type { Import, ImportItem, ImportItemState, ImportWait } from '#core/contract/import.ts';
import { truncate, wrapAndIndent, cellWidth } from './terminal-cells.ts';
import { oneLine, paint } from './output.ts';

type Paint = Parameters<typeof paint>[0];

export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
/** The number of settled entries. */
export const settledCount = (it: Import): number =>
  it.ready + it.failed + it.duplicates + it.skipped;
/** `400 of 1,234 done` */
export const doneText = (it: Import): string =>
  `${settledCount(it).toLocaleString('en')} of ${it.total.toLocaleString('en')} done`;

const THROUGH = [
  ['ready', 'added'],
  ['duplicates', 'already added'],
  ['skipped', 'skipped'],
  ['failed', 'failed'],
] as const;
const AHEAD = [
  ['running', 'in progress'],
  ['queued', 'waiting'],
] as const;
const told = (
  it: Import,
  counts: readonly (readonly [
    'ready' | 'duplicates' | 'skipped' | 'failed' | 'running' | 'queued',
    string,
  ])[],
): string[] =>
  counts
    .filter(([key]) => it[key] > 0)
    .map(([key, name]) => `${it[key].toLocaleString('en')} ${name}`);
/** `380 added · 12 already added · 8 failed`, omitting counts of zero. */
export const finishedText = (it: Import): string => told(it, THROUGH).join(' · ') || 'nothing yet';
/** `6 in progress · 816 waiting` */
export const pendingText = (it: Import): string => told(it, AHEAD).join(' · ');

const WAITS: Record<ImportWait, string> = {
  network: 'No network. Resumes automatically.',
  disk_space: 'Waiting for disk space. Resumes automatically.',
};
/** What a running import as a whole waits for; empty if nothing. */
export const waitText = ({ waitsFor }: Import): string => (waitsFor ? WAITS[waitsFor] : '');

const STATE: Record<Import['state'], readonly [Paint, string]> = {
  running: ['yellow', '·'],
  paused: ['cyan', '‖'],
  cancelled: ['red', '–'],
  done: ['green', '✓'],
};
/** One import: tab-separated in a pipe, else its name and state with its progress below. */
export function importLine(it: Import, columns: number | undefined): string {
  const name = oneLine(it.name);
  if (columns === undefined)
    return [
      it._id,
      it.state,
      settledCount(it),
      it.total,
      it.ready,
      it.duplicates,
      it.skipped,
      it.failed,
      it.createdAt,
      name,
      it.waitsFor ?? '',
    ]
      .join('\t')
      .trimEnd();
  const [color, mark] =
    it.state === 'done' && it.failed > 0 ? (['yellow', '!'] as const) : STATE[it.state];
  const when = it.createdAt.slice(0, 16).replace('T', ' ');
  const head = `${paint(color, mark)} ${paint('bold', truncate(name, Math.max(8, columns - 34)))}  ${it.state}`;
  const waits = it.waitsFor ? `\n  ${paint('yellow', truncate(waitText(it), columns - 3))}` : '';
  return `${head}  ${paint('dim', when)}${waits}\n  ${truncate([...(it.state === 'done' ? [] : [doneText(it)]), finishedText(it)].join(' · '), columns - 3)}\n  ${paint('dim', it._id)}`;
}

const ITEM: Record<ImportItemState, readonly [Paint, string]> = {
  waiting: ['dim', '·'],
  running: ['yellow', '·'],
  added: ['green', '✓'],
  duplicate: ['dim', '='],
  skipped: ['yellow', '–'],
  failed: ['red', '✗'],
};
/** `12`, and `12.3` for the third entry of the list on line 12 */
export const positionInFile = ({ line, entry }: Pick<ImportItem, 'line' | 'entry'>): string =>
  entry === 0 ? String(line) : `${line}.${entry}`;

/** An uploaded file is shown by its title, because its key means nothing to people. */
export const isFile = (item: ImportItem): item is ImportItem & { title: string } =>
  item.input.startsWith('uploads/') && item.title !== undefined;

/** The result of an entry, next to its state. */
function outcome(item: ImportItem): string {
  if (item.state === 'duplicate') return item.of === undefined ? '' : `same as ${item.of}`;
  if (item.state === 'failed') return `${item.code ?? 'internal'}: ${item.message ?? ''}`;
  return item.message ?? '';
}
/**
 * One line of the receipt: tab-separated in a pipe, else truncated to fit, with the reason and the
 * next step below.
 */
export function itemLine(item: ImportItem, columns: number | undefined): string {
  const [input, title] = isFile(item)
    ? [oneLine(item.title), '']
    : [oneLine(item.input), oneLine(item.title ?? '')];
  const after = oneLine(outcome(item));
  if (columns === undefined)
    return [positionInFile(item), item.state, input, title, after, oneLine(item.next ?? '')]
      .join('\t')
      .trimEnd();
  const [color, mark] = ITEM[item.state];
  const place = positionInFile(item).padStart(4);
  const room = columns - place.length - 4;
  const named =
    title === '' || title === input
      ? truncate(input, room)
      : truncate(title, Math.max(room - cellWidth(input) - 2, Math.ceil(room * 0.5)));
  const rest = room - cellWidth(named) - 2;
  const address =
    named === input || title === '' || title === input || rest < 12
      ? ''
      : `  ${paint('dim', truncate(input, rest))}`;
  const message = [after, oneLine(item.next ?? '')].filter(Boolean).join(' ');
  const below = message === '' ? [] : wrapAndIndent(message, place.length + 3, columns);
  return [
    `${paint('dim', place)} ${paint(color, mark)} ${named}${address}`,
    ...below.map((line) => (item.state === 'failed' ? line : paint('dim', line))),
  ].join('\n');
}
