/** Reads the JSON-LD of a page: every object with a type, in order, at any depth. */
import { isRecord } from '#core/is-record.ts';

export type Thing = Record<string, unknown>;

/** Most objects per page; some pages describe thousands of products. */
const MOST_THINGS = 2_000;
const MOST_DEPTH = 12;

export const typesOf = (thing: Thing): string[] =>
  [thing['@type']]
    .flat()
    .flatMap((type) => (typeof type === 'string' ? type.replace(/^.*[/:]/, '') : []));

/** Returns outer objects first. */
export function readLinkedData(document: Document): Thing[] {
  const things: Thing[] = [];
  let level: unknown[] = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    parseScript,
  );
  for (let depth = 0; depth < MOST_DEPTH && level.length > 0; depth += 1) {
    const inner: unknown[] = [];
    for (const value of level) {
      if (things.length >= MOST_THINGS) return things;
      if (isRecord(value) && value['@type'] !== undefined) things.push(value);
      if (typeof value === 'object' && value !== null)
        for (const one of Object.values(value)) if (typeof one === 'object') inner.push(one);
    }
    level = inner;
  }
  return things;
}

function parseScript(script: Element): unknown {
  try {
    return JSON.parse(script.textContent.replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, ''));
  } catch (error) {
    // JSON-LD on foreign pages is often broken; the rest of the page still counts.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
