import { z } from 'zod';
import { Source } from '#core/contract/source.ts';
import type { Api } from '#api/client/client.ts';

const Page = z.object({ docs: z.array(Source), next: z.string().nullable() });

const PAGE_SIZE = 100;

/** Yields the first `limit` sources that match the filter, in its order. */
export async function allSources(
  api: Api,
  filter: Record<string, string>,
  limit = Infinity,
): Promise<Source[]> {
  const all: Source[] = [];
  let cursor: string | null = null;
  do {
    const page: z.infer<typeof Page> = await api.get(
      `sources?${new URLSearchParams({ ...filter, limit: String(Math.min(PAGE_SIZE, limit - all.length)), ...(cursor ? { cursor } : {}) })}`,
      Page,
    );
    all.push(...page.docs);
    cursor = page.next;
  } while (cursor && all.length < limit);
  return all;
}
