/**
 * robots.txt, for its Crawl-delay alone. Disallow is a word to crawlers: Gloss follows no link by itself, every address it asks for was named
 * by a person, one by one or in a file, a feed or a schedule of theirs; so it is not asked whether it may, only how often.
 */
const KEPT_MS = 86_400_000;
const MOST_HOSTS = 2000;
const LONGEST_DELAY_S = 60;
const NAME = 'gloss';

/** Seconds between two requests, of the group for Gloss or else of the one for all; undefined where none is named. */
export function crawlDelayOf(text: string): number | undefined {
  const delays = new Map<string, number | undefined>();
  let agents: string[] = [];
  let isNaming = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/i.exec(line) ?? [];
    if (/^user-agent$/i.test(name)) {
      agents = isNaming ? [...agents, value.toLowerCase()] : [value.toLowerCase()];
      isNaming = true;
      for (const agent of agents) if (!delays.has(agent)) delays.set(agent, undefined);
    } else if (name !== '') {
      isNaming = false;
      if (/^crawl-delay$/i.test(name) && /^\d+(\.\d+)?$/.test(value)) for (const agent of agents) delays.set(agent, Math.min(Number(value), LONGEST_DELAY_S));
    }
  }
  return delays.get(delays.has(NAME) ? NAME : '*');
}

export interface Robots {
  /** Seconds between two requests to the host of an address. Asked of the host at its second request, since before a first there is nothing to keep apart; known for a day. */
  crawlDelayS(url: URL): Promise<number | undefined>;
}

/** `read` gives the text of a robots.txt; what it throws is no delay, and is not asked again for a day. */
export function createRobots(read: (url: URL) => Promise<string>, now: () => number = Date.now): Robots {
  const hosts = new Map<string, { untilMs: number; delayS?: Promise<number | undefined> }>();
  return {
    async crawlDelayS({ origin }) {
      const known = hosts.get(origin);
      if (known && known.untilMs > now()) return known.delayS ??= read(new URL('/robots.txt', origin)).then(crawlDelayOf, () => undefined);
      hosts.delete(origin);
      hosts.set(origin, { untilMs: now() + KEPT_MS });
      const [oldest] = hosts.keys();
      if (hosts.size > MOST_HOSTS && oldest !== undefined) hosts.delete(oldest);
      return undefined;
    },
  };
}
