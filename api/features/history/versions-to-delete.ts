/** Thins versions as they age. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Up to this age, one version per interval is kept. */
const STAIRS = [
  { age: DAY, stretch: 0 },
  { age: 7 * DAY, stretch: HOUR },
  { age: 60 * DAY, stretch: DAY },
  { age: Infinity, stretch: 7 * DAY },
];

export interface AgedVersion {
  id: string;
  name: string | null;
  createdAt: Date;
}

/**
 * Returns the versions to delete. Named versions and the newest one of each interval stay, so that
 * the result does not depend on when it runs.
 */
export function versionsToDelete(versions: readonly AgedVersion[], now: number): string[] {
  const periods = new Set<string>();
  return [...versions]
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .flatMap(({ id, name, createdAt }) => {
      if (name !== null) return [];
      const at = createdAt.getTime();
      const stretch = STAIRS.find(({ age }) => now - at <= age)?.stretch ?? 0;
      if (stretch === 0) return [];
      const slot = `${stretch} ${Math.floor(at / stretch)}`;
      if (periods.has(slot)) return [id];
      periods.add(slot);
      return [];
    });
}
