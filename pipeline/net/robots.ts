/**
 * Reads only the Crawl-delay of robots.txt. Disallow addresses crawlers, which follow links; Gloss
 * requests only addresses that a person added, directly or in a file, a feed or a schedule. So only
 * the rate applies.
 */
const KEPT_MS = 86_400_000;
const MOST_HOSTS = 2000;
const LONGEST_DELAY_S = 60;
const NAME = 'gloss';

/** The rest of a file with more or longer lines is ignored; no real robots.txt has them. */
const MOST_LINES = 20_000;
const LONGEST_LINE = 500;

/** Splits lines at line feeds, carriage returns, or both. Looks at each character once. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  const normal = text.replaceAll('\r', '\n');
  for (let from = 0; from < normal.length && lines.length < MOST_LINES; ) {
    const feed = normal.indexOf('\n', from);
    const end = feed === -1 ? normal.length : feed;
    if (end > from) lines.push(normal.slice(from, Math.min(end, from + LONGEST_LINE)));
    from = end + 1;
  }
  return lines;
}

/** Parses `Name: value # comment`, with the name in lower case; undefined for a line without a colon. */
function fieldOf(line: string): { name: string; value: string } | undefined {
  const [said = ''] = line.split('#', 1);
  const colon = said.indexOf(':');
  if (colon === -1) return undefined;
  return { name: said.slice(0, colon).trim().toLowerCase(), value: said.slice(colon + 1).trim() };
}

/**
 * Seconds between two requests, from the group for Gloss or else the one for all agents; undefined
 * if none is given.
 */
export function crawlDelayOf(text: string): number | undefined {
  const delays = new Map<string, number | undefined>();
  /** relevant agents of the current group */
  const agents = new Set<string>();
  let isNaming = false;
  for (const line of linesOf(text)) {
    const field = fieldOf(line);
    if (!field || !/^[a-z-]+$/.test(field.name)) continue;
    if (field.name === 'user-agent') {
      if (!isNaming) agents.clear();
      isNaming = true;
      const agent = field.value.toLowerCase();
      if (agent !== NAME && agent !== '*') continue;
      agents.add(agent);
      if (!delays.has(agent)) delays.set(agent, undefined);
      continue;
    }
    isNaming = false;
    if (field.name !== 'crawl-delay' || !/^\d+(\.\d+)?$/.test(field.value)) continue;
    for (const agent of agents) delays.set(agent, Math.min(Number(field.value), LONGEST_DELAY_S));
  }
  return delays.get(delays.has(NAME) ? NAME : '*');
}

export interface Robots {
  /**
   * Seconds between two requests to the host of an address. Fetched at the second request to a
   * host, because a single request needs no delay; cached for a day.
   */
  crawlDelayS(url: URL): Promise<number | undefined>;
}

/**
 * `read` returns the text of a robots.txt; if it throws, there is no delay, and the result is
 * cached for a day.
 */
export function createRobots(
  read: (url: URL) => Promise<string>,
  now: () => number = Date.now,
): Robots {
  const hosts = new Map<string, { untilMs: number; delayS?: Promise<number | undefined> }>();
  return {
    async crawlDelayS({ origin }) {
      const known = hosts.get(origin);
      if (known && known.untilMs > now())
        return (known.delayS ??= read(new URL('/robots.txt', origin)).then(
          crawlDelayOf,
          () => undefined,
        ));
      hosts.delete(origin);
      hosts.set(origin, { untilMs: now() + KEPT_MS });
      const [oldest] = hosts.keys();
      if (hosts.size > MOST_HOSTS && oldest !== undefined) hosts.delete(oldest);
      return undefined;
    },
  };
}
