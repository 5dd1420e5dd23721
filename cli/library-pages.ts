import { z } from 'zod';
import { Source } from '#core/contract/source.ts';
import type { Api } from '#api/client/client.ts';

const Page = z.object({ docs: z.array(Source), next: z.string().nullable() });

/** All pages of the library that the filter lets through. */
export async function allSources(api: Api, filter: Record<string, string>): Promise<Source[]> {
  const all: Source[] = [];
  let cursor: string | null = null;
  do {
    const page: z.infer<typeof Page> = await api.get(
      `sources?${new URLSearchParams({ ...filter, limit: '100', ...(cursor ? { cursor } : {}) })}`,
      Page,
    );
    all.push(...page.docs);
    cursor = page.next;
  } while (cursor);
  return all;
}
