/** Memory and processor time of a process and all below it, as Linux tells in /proc. */
import { readFileSync, readdirSync } from 'node:fs';

/** `sysconf(_SC_CLK_TCK)` and the page size of every Linux that Node runs on with 4 KiB pages. */
const TICKS_PER_S = 100;
const PAGE_BYTES = 4096;
const EVERY_MS = 100;

interface Stat {
  pid: number;
  parent: number;
  /** own */
  ticks: number;
  /** of children that have ended */
  endedTicks: number;
  rssBytes: number;
}
export interface TreeUse {
  /** sum over the living; shared pages count in each */
  rssMb: number;
  /** of the first process alone */
  ownRssMb: number;
  cpuS: number;
  processes: number;
}

function statOf(pid: number): Stat | undefined {
  let text: string;
  // Ended between the look and the reading.
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name may hold blanks and brackets: fields are counted from its last bracket.
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

export function treeUse(root: number): TreeUse {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
  const below = Map.groupBy(all, (it) => it.parent);
  const tree = all.filter((it) => it.pid === root);
  for (let at = 0; at < tree.length; at += 1) tree.push(...(below.get(tree[at]?.pid ?? -1) ?? []));
  const sum = (value: (it: Stat) => number) => tree.reduce((total, it) => total + value(it), 0);
  return {
    rssMb: sum((it) => it.rssBytes) / 2 ** 20,
    ownRssMb: (tree[0]?.rssBytes ?? 0) / 2 ** 20,
    cpuS: sum((it) => it.ticks + it.endedTicks) / TICKS_PER_S,
    processes: tree.length,
  };
}

/** Looks ten times a second until asked for what it saw. */
export function watchTree(root: number): {
  end(): { peakRssMb: number; ownPeakRssMb: number; cpuS: number; mostProcesses: number };
} {
  const before = treeUse(root);
  const peak = { ...before };
  const look = () => {
    const now = treeUse(root);
    for (const key of ['rssMb', 'ownRssMb', 'cpuS', 'processes'] as const)
      peak[key] = Math.max(peak[key], now[key]);
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      look();
      return {
        peakRssMb: peak.rssMb,
        ownPeakRssMb: peak.ownRssMb,
        cpuS: peak.cpuS - before.cpuS,
        mostProcesses: peak.processes,
      };
    },
  };
}
