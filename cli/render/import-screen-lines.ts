/**
 * The live view of an import as lines that fit the terminal: progress, activity by stage and host,
 * recent failures.
 */
import type { ImportLive } from '#core/contract/import.ts';
import { truncate, cellWidth } from './terminal-cells.ts';
import { pendingText, settledCount, finishedText, waitText } from './import-line.ts';
import { oneLine, paint } from './output.ts';

export interface ImportView {
  name: string;
  /** the target thread, or the library */
  into: string;
  live: ImportLive;
  /** since the view was opened */
  elapsedMs: number;
  now: number;
  rows: number;
  columns: number;
  /** text shown instead of the keys */
  bottom: readonly string[];
}

type Summary = Omit<ImportView, 'bottom'>;

const STAGES = {
  fetch: 'fetching',
  extract: 'reading',
  snapshot: 'cleaning',
  chunk: 'splitting',
  embed: 'embedding',
  index: 'indexing',
} as const;
/** below this width, stages and hosts are stacked */
const SIDE_BY_SIDE_COLUMNS = 76;
const MOST_COLUMNS = 120;
const STAGE_COLUMNS = 28;
const MOST_HOSTS = 6;
const MOST_ERRORS = 5;

const FULL = '█';
const REST = '░';
type Part = readonly [share: number, style: Parameters<typeof paint>[0]];
/** Draws fractions of 1 in colour; a fraction above zero is always visible. */
function bar(width: number, parts: readonly Part[]): string {
  let [share, drawn] = [0, 0];
  const filled = parts.map(([part, style]) => {
    share += part;
    const until = Math.min(
      width,
      Math.max(Math.round(share * width), part > 0 ? drawn + 1 : drawn),
    );
    const cells = paint(style, FULL.repeat(until - drawn));
    drawn = until;
    return cells;
  });
  return filled.join('') + paint('dim', REST.repeat(width - drawn));
}

/** `0:42`, `12:05`, `1:02:03` */
export function clock(seconds: number): string {
  const s = Math.max(0, Math.ceil(seconds));
  const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60];
  const tail = String(s % 60).padStart(2, '0');
  return h > 0 ? `${h}:${String(m).padStart(2, '0')}:${tail}` : `${m}:${tail}`;
}
/** Rounds a duration to minutes, longer ones to hours. */
function about(seconds: number): string {
  if (seconds < 60) return 'less than a minute left';
  if (seconds < 5_400) return `about ${Math.round(seconds / 60)} min left`;
  return `about ${Math.round(seconds / 3_600)} h left`;
}

function head({ name, into, live, elapsedMs }: Summary, width: number): string[] {
  const state =
    live.state === 'running' ? '' : live.state === 'done' ? 'done  ' : `${live.state}  `;
  const right = `${state}${clock(elapsedMs / 1000)}`;
  const title = truncate(`${oneLine(name)} → ${oneLine(into)}`, width - right.length - 2);
  const done = settledCount(live);
  const share = live.total > 0 ? done / live.total : 1;
  const figures = `  ${done.toLocaleString('en')} of ${live.total.toLocaleString('en')}  ${String(Math.floor(share * 100)).padStart(3)} %`;
  const total = Math.max(1, live.total);
  const rate =
    live.perMinute > 0 ? `${Math.round(live.perMinute).toLocaleString('en')} per minute` : '';
  const remaining =
    live.state === 'running' && live.secondsLeft !== undefined && done < live.total
      ? about(live.secondsLeft)
      : '';
  const waits = waitText(live);
  const ahead = [
    pendingText(live),
    ...(live.state === 'running' && !waits ? [rate, remaining] : []),
  ]
    .filter(Boolean)
    .join(' · ');
  return [
    paint('bold', title) +
      ' '.repeat(Math.max(2, width - cellWidth(title) - cellWidth(right))) +
      (live.state === 'running' ? paint('dim', right) : paint('cyan', right)),
    bar(width - figures.length, [
      [(live.ready + live.duplicates) / total, 'green'],
      [live.skipped / total, 'yellow'],
      [live.failed / total, 'red'],
    ]) + figures,
    truncate(finishedText(live), width),
    ...(ahead === '' ? [] : [paint('dim', truncate(ahead, width))]),
    ...(waits === '' ? [] : [paint('yellow', truncate(waits, width))]),
  ];
}

function stageLines({ live }: ImportView, width: number): string[] {
  const most = Math.max(1, ...Object.values(live.stages));
  return Object.entries(STAGES).map(([stage, name]) => {
    const count = live.stages[stage] ?? 0;
    const figure = count.toLocaleString('en').padStart(6);
    return `${name.padEnd(10)}${bar(width - 10 - figure.length, [[count / most, 'cyan']])}${count > 0 ? figure : paint('dim', figure)}`;
  });
}

function hostLines({ live, now }: ImportView, width: number, most: number): string[] {
  const busiest = live.hosts.toSorted(
    (a, b) => b.queued + b.running - (a.queued + a.running) || b.done - a.done,
  );
  const shown = busiest.slice(0, live.hosts.length > most ? most - 1 : most);
  const nameWidth = Math.min(
    Math.max(8, ...shown.map(({ host }) => cellWidth(oneLine(host)))),
    Math.floor(width * 0.42),
  );
  const lines = shown.map((lane) => {
    const of = Math.max(1, lane.queued + lane.running + lane.done + lane.failed);
    const name = truncate(oneLine(lane.host), nameWidth);
    const waitSeconds =
      lane.heldUntil === undefined ? 0 : (Date.parse(lane.heldUntil) - now) / 1000;
    const doing =
      waitSeconds > 0
        ? `waits ${clock(waitSeconds)}`
        : lane.running > 0
          ? `${lane.running} now`
          : '';
    const figure =
      `${(lane.done + lane.failed).toLocaleString('en')}/${of.toLocaleString('en')}`.padStart(9);
    const barWidth = Math.max(4, width - nameWidth - 1 - figure.length - 1 - 11);
    return `${name}${' '.repeat(nameWidth - cellWidth(name) + 1)}${bar(barWidth, [
      [lane.done / of, 'green'],
      [lane.failed / of, 'red'],
    ])}${figure} ${paint(waitSeconds > 0 ? 'yellow' : 'dim', doing)}`;
  });
  const more = live.hosts.length - shown.length;
  return more > 0
    ? [
        ...lines,
        paint('dim', `and ${more.toLocaleString('en')} more ${more === 1 ? 'host' : 'hosts'}`),
      ]
    : lines;
}

function errorLines({ live }: ImportView, width: number, room: number): string[] {
  const [eachTakes, most] =
    room >= 6 ? [2, Math.min(MOST_ERRORS, Math.floor(room / 2))] : [1, Math.min(3, room)];
  return live.lastErrors.slice(0, most).flatMap(({ input, code, message }) => {
    const [what, why] = [oneLine(input), oneLine(message)];
    if (eachTakes === 2)
      return [
        `${paint('red', '✗')} ${truncate(what, width - 2)}`,
        `  ${paint('dim', truncate(`${code}: ${why}`, width - 2))}`,
      ];
    const shown = truncate(what, width - code.length - 4);
    return [`${paint('red', '✗')} ${shown}  ${paint('dim', code)}`];
  });
}

const widthIn = ({ columns }: Summary): number => Math.min(columns - 1, MOST_COLUMNS);
/** The progress only, which remains on the terminal. */
export const summaryLines = (view: Summary): string[] => head(view, widthIn(view));

/** At most one line less than `rows`, so that the terminal need not scroll. */
export function importScreenLines(view: ImportView): string[] {
  const width = widthIn(view);
  const top = head(view, width);
  const rows = view.rows - 1;
  const sideBySide = view.columns >= SIDE_BY_SIDE_COLUMNS;
  const middle: string[] = [];
  const stages = stageLines(view, sideBySide ? STAGE_COLUMNS : width);
  if (sideBySide) {
    const hosts = hostLines(view, width - STAGE_COLUMNS - 3, MOST_HOSTS);
    middle.push(
      '',
      ...stages.map((stage, index) =>
        hosts[index] === undefined ? stage : `${stage}   ${hosts[index]}`,
      ),
    );
  } else {
    const room = rows - top.length - stages.length - view.bottom.length - 3;
    middle.push('', ...stages, '', ...hostLines(view, width, Math.max(1, Math.min(4, room - 3))));
  }
  const room = rows - top.length - middle.length - view.bottom.length - 2;
  const errors =
    room > 0 && view.live.lastErrors.length > 0 ? ['', ...errorLines(view, width, room)] : [];
  const all = [...top, ...middle, ...errors, '', ...view.bottom];
  return all.length <= rows ? all : [...top, ...view.bottom];
}
