/**
 * robots.txt, for its Crawl-delay alone. Disallow is a word to crawlers: Gloss follows no link by
 * itself, every address it asks for was named by a person, one by one or in a file, a feed or a
 * schedule of theirs; so it is not asked whether it may, only how often.
 */
const KEPT_MS = 86_400_000;
const MOST_HOSTS = 2000;
const LONGEST_DELAY_S = 60;
const NAME = 'gloss';

/** Of a file of more lines or longer lines, the rest is not read: none that means it has them. */
const MOST_LINES = 20_000;
const LONGEST_LINE = 500;

/** Each character is looked at once. A line ends with a line feed, a carriage return, or both. */
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

/** `Name: value # comment`, the name in lower case; undefined for a line without a colon. */
function fieldOf(line: string): { name: string; value: string } | undefined {
  const [said = ''] = line.split('#', 1);
  const colon = said.indexOf(':');
  if (colon === -1) return undefined;
  return { name: said.slice(0, colon).trim().toLowerCase(), value: said.slice(colon + 1).trim() };
}

/**
 * Seconds between two requests, of the group for Gloss or else of the one for all; undefined where
 * none is named.
 */
export function crawlDelayOf(text: string): number | undefined {
  const delays = new Map<string, number | undefined>();
  /** of the group that is open, those that matter here */
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
   * Seconds between two requests to the host of an address. Asked of the host at its second
   * request, since before a first there is nothing to keep apart; known for a day.
   */
  crawlDelayS(url: URL): Promise<number | undefined>;
}

/**
 * `read` gives the text of a robots.txt; what it throws is no delay, and is not asked again for a
 * day.
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
