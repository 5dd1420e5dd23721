import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Address } from './address.ts';

const CHECKED_EVERY_MS = 5_000;
export const HOSTS_PATH =
  process.platform === 'win32' ? String.raw`C:\Windows\System32\drivers\etc\hosts` : '/etc/hosts';

/** Parses `address name name… # comment`; skips other lines. */
function parseHosts(text: string): Map<string, Address[]> {
  const hosts = new Map<string, Address[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = (line.split('#', 1)[0] ?? '').trim().split(/\s+/);
    const family = isIP(address);
    if (family !== 4 && family !== 6) continue;
    for (const name of names) {
      const known = hosts.get(name.toLowerCase()) ?? [];
      hosts.set(name.toLowerCase(), [...known, { address, family }]);
    }
  }
  return hosts;
}

/**
 * Returns the addresses of a name in the hosts file; undefined if it isn't listed. Notices changes
 * of the file within 5 s. A file that can't be read counts as empty.
 */
export function createHostsFile(
  path: string,
): (name: string) => Promise<readonly Address[] | undefined> {
  let version = '';
  let hosts: ReadonlyMap<string, Address[]> = new Map();
  let checkedMs = -Infinity;
  let checking: Promise<void> | undefined;

  async function check(): Promise<void> {
    const { mtimeMs, size } = await stat(path);
    if (version === `${mtimeMs} ${size}`) return;
    hosts = parseHosts(await readFile(path, 'utf8'));
    version = `${mtimeMs} ${size}`;
  }
  return async (name) => {
    if (performance.now() - checkedMs > CHECKED_EVERY_MS) {
      checking ??= check().catch(() => {
        hosts = new Map();
        version = '';
      });
      await checking;
      checking = undefined;
      checkedMs = performance.now();
    }
    return hosts.get(name);
  };
}
