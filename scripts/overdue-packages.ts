/** Finds packages that are outdated for longer than `docs/security.md` allows. */
const DAY_MS = 86_400_000;
/** days from the release of the first newer version */
export const FRAMES = {
  /** for the same major version */
  update: 60,
  /** for another major version */
  major: 365,
} as const;
/** Packages that are held back for a reason, which is reviewed with each release of Gloss. */
export const HELD: Readonly<Record<string, string>> = {
  '@types/node': 'types of the oldest Node that Gloss runs on',
  typescript: 'the linter understands none above 6',
};

/** `times`: release time of each version, from `npm view NAME time`. */
export interface Installed {
  name: string;
  version: string;
  times: Readonly<Record<string, string>>;
}
export interface Late {
  name: string;
  version: string;
  newer: string;
  days: number;
  kind: keyof typeof FRAMES;
}

const numbers = (version: string): number[] => version.split('.').map(Number);
function isNewer(one: string, other: string): boolean {
  const [a, b] = [numbers(one), numbers(other)];
  const at = a.findIndex((it, n) => it !== b[n]);
  return at !== -1 && (a[at] ?? 0) > (b[at] ?? 0);
}

/**
 * Returns for how many days a newer version of each kind has existed; undefined if there is none.
 * Prereleases don't count.
 */
export function overdue({ name, version, times }: Installed, now: Date): Late[] {
  const major = numbers(version)[0] ?? 0;
  const newer = Object.entries(times)
    .filter(([it]) => /^\d+\.\d+\.\d+$/.test(it) && isNewer(it, version))
    .map(([it, at]) => ({
      version: it,
      days: Math.floor((now.getTime() - Date.parse(at)) / DAY_MS),
    }));
  return (['update', 'major'] as const).flatMap((kind) => {
    const first = newer
      .filter((it) => ((numbers(it.version)[0] ?? 0) === major) === (kind === 'update'))
      .sort((a, b) => b.days - a.days)[0];
    return first ? [{ name, version, newer: first.version, days: first.days, kind }] : [];
  });
}
export const isTooLate = ({ name, days, kind }: Late): boolean =>
  days > FRAMES[kind] && !(kind === 'major' && name in HELD);
