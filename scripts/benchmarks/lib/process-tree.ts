/** Memory and CPU time of a process and its descendants, from /proc on Linux. */
import { readFileSync, readdirSync } from 'node:fs';

/** `sysconf(_SC_CLK_TCK)` and the page size of every Linux that Node runs on with 4 KiB pages. */
const TICKS_PER_S = 100;
const PAGE_BYTES = 4096;
const EVERY_MS = 100;
/** Adding up the pages of a process takes milliseconds. */
const MEMORY_EVERY_MS = 500;

interface Stat {
  pid: number;
  parent: number;
  /** CPU time of the process itself */
  ticks: number;
  /** CPU time of ended children */
  endedTicks: number;
  rssBytes: number;
}
export interface TreeUse {
  /** sum over running processes; shared pages count in each */
  rssMb: number;
  /** of only the first process */
  ownRssMb: number;
  cpuS: number;
  processes: number;
}

function statOf(pid: number): Stat | undefined {
  let text: string;
  // The process may have ended meanwhile.
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name may contain spaces and brackets, so fields are counted from the last bracket.
  const field = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, own, ownSystem, ended, endedSystem, pages] = [
    field[1],
    field[11],
    field[12],
    field[13],
    field[14],
    field[21],
  ];
  return {
    pid,
    parent,
    ticks: (own ?? 0) + (ownSystem ?? 0),
    endedTicks: (ended ?? 0) + (endedSystem ?? 0),
    rssBytes: (pages ?? 0) * PAGE_BYTES,
  };
}

function treeOf(root: number): Stat[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
  const below = Map.groupBy(all, (it) => it.parent);
  const tree = all.filter((it) => it.pid === root);
  for (let at = 0; at < tree.length; at += 1) tree.push(...(below.get(tree[at]?.pid ?? -1) ?? []));
  return tree;
}

export function treeUse(root: number): TreeUse {
  const tree = treeOf(root);
  const sum = (value: (it: Stat) => number) => tree.reduce((total, it) => total + value(it), 0);
  return {
    rssMb: sum((it) => it.rssBytes) / 2 ** 20,
    ownRssMb: (tree[0]?.rssBytes ?? 0) / 2 ** 20,
    cpuS: sum((it) => it.ticks + it.endedTicks) / TICKS_PER_S,
    processes: tree.length,
  };
}

/** Resident bytes, of which those that are shared count in proportion where the system says so. */
function memoryBytes({ pid, rssBytes }: Stat): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
    return 1024 * Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? rssBytes / 1024);
  } catch {
    return rssBytes;
  }
}
/** Of the process and all below it; shared pages count once. */
const treeMemoryMb = (root: number): number =>
  treeOf(root).reduce((sum, it) => sum + memoryBytes(it), 0) / 2 ** 20;

interface PeakUse {
  peakMemoryMb: number;
  peakRssMb: number;
  ownPeakRssMb: number;
  cpuS: number;
  mostProcesses: number;
}

/** Samples CPU time ten times and memory twice a second, until stopped. */
export function watchTree(root: number): { end(): PeakUse } {
  const before = treeUse(root);
  const peak = { ...before };
  const look = () => {
    const now = treeUse(root);
    for (const key of ['rssMb', 'ownRssMb', 'cpuS', 'processes'] as const)
      peak[key] = Math.max(peak[key], now[key]);
  };
  let peakMemoryMb = 0;
  const weigh = () => {
    peakMemoryMb = Math.max(peakMemoryMb, treeMemoryMb(root));
  };
  const timers = [setInterval(look, EVERY_MS), setInterval(weigh, MEMORY_EVERY_MS)];
  return {
    end() {
      for (const timer of timers) clearInterval(timer);
      look();
      weigh();
      return {
        peakMemoryMb,
        peakRssMb: peak.rssMb,
        ownPeakRssMb: peak.ownRssMb,
        cpuS: peak.cpuS - before.cpuS,
        mostProcesses: peak.processes,
      };
    },
  };
}
