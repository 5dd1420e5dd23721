/** Converts measurements to rows of a table, with targets. */
import { percentile, type Row } from '../lib/table.ts';
import type { Measured } from './measure.ts';

/** `target`: upper limit. */
interface Line {
  what: string;
  value: number | undefined;
  target?: number;
}
/** Rates are computed from this fraction of pages, because the last ones wait for slow hosts. */
const MOST = 0.9;

const goodPages = ({ outcome }: Measured): number =>
  outcome.ends
    .filter(({ host }) => host === 'good' || host === 'slow')
    .reduce((sum, { count }) => sum + count, 0);
const secondsUntil = ({ progress }: Measured, ready: number): number | undefined =>
  progress.find((it) => it.ready >= ready)?.s;
function perMinute(count: number, seconds: number | undefined): number | undefined {
  return seconds === undefined || seconds <= 0 ? undefined : (count * 60) / seconds;
}

function speed(measured: Measured): Line[] {
  const good = goodPages(measured);
  const most = Math.ceil(MOST * good);
  const kept = measured.keptS.toSorted((a, b) => a - b);
  return [
    {
      what: 'pages a minute to searchable, first 90% of good ones',
      value: perMinute(most, secondsUntil(measured, most)),
    },
    { what: 's until the first page is searchable', value: secondsUntil(measured, 1) },
    { what: 's until 50% of good pages are', value: secondsUntil(measured, Math.ceil(good / 2)) },
    { what: 's until 90% of good pages are', value: secondsUntil(measured, most) },
    { what: 's until all good pages are', value: secondsUntil(measured, good) },
    { what: 'pages with their pictures fetched', value: kept.length },
    { what: 'of these a minute, first 90%', value: perMinute(most, kept[most - 1]) },
    { what: 's until the import was done or still', value: measured.seconds },
  ];
}

function adding({ adds }: Measured): Line[] {
  const all = [...adds.readyMs, ...adds.waitingMs].map((ms) => ms / 1000);
  return [
    { what: 'pages added by hand meanwhile', value: all.length + adds.failed.length },
    { what: 's until one is ready, p50', value: percentile(all, 0.5) },
    { what: 's until one is ready, p95', value: percentile(all, 0.95), target: 5 },
    { what: 'of these failed or never ready', value: adds.failed.length + adds.waitingMs.length },
  ];
}

function cost(measured: Measured): Line[] {
  const { cpuS, peakMb, disk, outcome, adds } = measured;
  const added = outcome.ends
    .filter(({ end }) => end === 'added')
    .reduce((sum, { count }) => sum + count, 0);
  const ready = Math.max(1, added + adds.ready);
  const { filesMb, databaseMb } = disk;
  return [
    { what: 'CPU s a searchable page', value: cpuS / ready },
    {
      what: 'peak memory of all processes, MB (shared pages once)',
      value: peakMb,
      target: 600,
    },
    { what: 'files/, MB per 1,000 pages', value: (1000 * filesMb) / ready },
    { what: 'databases, MB per 1,000 pages', value: (1000 * databaseMb) / ready },
    { what: 'both', value: (1000 * (filesMb + databaseMb)) / ready, target: 120 },
  ];
}

function truth(measured: Measured): Line[] {
  const { kills, outcome, uses, repeated } = measured;
  return [
    { what: 'kill -9 of the server', value: kills },
    { what: 'pages lost', value: outcome.lost.length, target: 0 },
    { what: 'pages or lines there twice', value: outcome.doubled.length, target: 0 },
    { what: 'sources whose pictures were still being kept at the end', value: outcome.saving },
    {
      what: 'requests to one host at once, most (allowed hosts are not paced)',
      value: Math.max(0, ...uses.map(({ atOnce }) => atOnce)),
    },
    {
      what: 'requests to one host within a second, most (allowed hosts are not paced)',
      value: Math.max(0, ...uses.map(({ inASecond }) => inASecond)),
    },
    { what: 'pages asked for more than once', value: repeated.pages },
  ];
}

const linesOf = (measured: Measured): Line[] =>
  [speed, adding, cost, truth].flatMap((part) => part(measured));

/** With a baseline: its values and the ratios. */
export function measuredRows(ours: Measured, baseline?: Measured): Row[] {
  const theirs = new Map(baseline && linesOf(baseline).map(({ what, value }) => [what, value]));
  return linesOf(ours).map(({ what, value, target }) => {
    const before = theirs.get(what);
    return {
      what,
      Gloss: value,
      ...(baseline && {
        baseline: before,
        ratio: value === undefined || !before ? undefined : value / before,
      }),
      target: target === undefined ? undefined : `at most ${target}`,
      '': target === undefined || value === undefined ? '' : value <= target ? 'met' : 'missed',
    };
  });
}

/** Outcomes of lines by kind of host. */
export function endRows(ours: Measured, baseline?: Measured): Row[] {
  const rows = new Map<string, Row>();
  for (const [name, measured] of [
    ['Gloss', ours],
    ['baseline', baseline],
  ] as const)
    for (const { end, host, count } of measured?.outcome.ends ?? []) {
      const key = `${host} ${end}`;
      rows.set(key, { ...(rows.get(key) ?? { host, 'ended as': end }), [name]: count });
    }
  return [...rows.values()];
}
