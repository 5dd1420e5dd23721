/** Descendants of a process, from /proc on Linux. */
import { readFileSync, readdirSync } from 'node:fs';

export interface BelowProcess {
  pid: number;
  command: string;
  rssMb: number;
}

function read(pid: number): (BelowProcess & { parent: number }) | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return {
      pid,
      parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0),
      rssMb: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024,
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
    };
  } catch {
    // The process has ended meanwhile.
    return undefined;
  }
}

/** Returns descendants at any depth. */
export function processesBelow(root: number): BelowProcess[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => read(Number(name)) ?? []);
  const found: BelowProcess[] = [];
  for (const parents = [root]; parents.length > 0; ) {
    const parent = parents.shift();
    for (const it of all.filter((one) => one.parent === parent)) {
      found.push(it);
      parents.push(it.pid);
    }
  }
  return found;
}
export const parsingChildren = (root: number): BelowProcess[] =>
  processesBelow(root).filter(({ command }) => /-child\.ts/.test(command));

/** Memory of the server process, which may be a child of the supervisor. */
export function serverRssMb(root: number): number {
  const serving = processesBelow(root).findLast(({ command }) => / serve( |$)/.test(command));
  return serving?.rssMb ?? read(root)?.rssMb ?? 0;
}
