import { z } from 'zod';
import { SearchResult } from '#core/contract/search.ts';
import { SourceType } from '#core/contract/source.ts';
import { threadCalled } from '../../client/thread-called.ts';
import { Cited, cited } from './cited.ts';
import { threadName, tool } from './tool.ts';

export const search = tool({
  name: 'search',
  title: 'Search passages',
  description:
    'Finds passages in the videos, PDFs and web pages of the library by words or "an exact phrase", best first, each with its source, place and a link that opens it there.',
  input: z.object({
    query: z.string().min(1).max(1000),
    thread: threadName,
    type: SourceType.optional().describe('Only sources of this type'),
    limit: z.int().min(1).max(50).default(10),
  }),
  output: z.object({ hits: z.array(Cited.extend({ text: z.string() })) }),
  async run(api, { query, thread: name, type, limit }) {
    const within = name === undefined ? undefined : await threadCalled(api, name);
    const { hits } = await api.get(
      `search?${new URLSearchParams({ q: query, limit: String(limit), in: 'sources', ...(within ? { threadId: within._id } : {}), ...(type ? { type } : {}) })}`,
      SearchResult,
    );
    const found = hits.map((hit) => ({
      ...cited(api, hit.source_id, hit.title, hit.place, hit.thread_url),
      text: hit.text,
    }));
    const text = found
      .map(
        (it, at) =>
          `[${at + 1}] ${it.title} · ${it.place} · source_id ${it.source_id}\n${it.link}\n${it.text}`,
      )
      .join('\n\n');
    return {
      text: text === '' ? 'Nothing found. Try fewer or other words.' : text,
      data: { hits: found },
    };
  },
});
