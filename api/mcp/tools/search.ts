import { z } from 'zod';
import { SearchResult, SourceMatch } from '#core/contract/search.ts';
import { SourceType } from '#core/contract/source.ts';
import { findThread } from '../../client/find-thread.ts';
import { Cited, cited } from './cited.ts';
import { threadName, tool } from './tool.ts';

export const search = tool({
  name: 'search',
  title: 'Search passages',
  description:
    'Finds passages in the videos, PDFs and web pages of the library by words or "an exact phrase", best first, each with its source, place and a link that opens it there; and sources by the title, note, tags and highlights that their owner gave them. Operators narrow it: tag:x folder:"a/b" site:example.org before:2026-01-31 after:2026-01-31 is:failed|gone|held|bookmark|archive|favorite|toread, with a minus to exclude. Operators without words list the sources that match, the last saved first.',
  input: z.object({
    query: z.string().min(1).max(1000),
    thread: threadName,
    type: SourceType.optional().describe('Only sources of this type'),
    limit: z.int().min(1).max(50).default(10),
  }),
  output: z.object({
    hits: z.array(Cited.extend({ text: z.string() })),
    sources: z.array(
      SourceMatch.pick({
        source_id: true,
        title: true,
        state: true,
        saved_at: true,
        tags: true,
      }).extend({
        url: z.string().optional(),
        /** text that the owner added, with the matched words */
        matched: z.array(z.string()),
      }),
    ),
    sources_total: z.int().optional(),
    problems: z.array(z.string()),
  }),
  async run(api, { query, thread: name, type, limit }) {
    const within = name === undefined ? undefined : await findThread(api, name);
    const { hits, sources, sources_total, problems } = await api.get(
      `search?${new URLSearchParams({ q: query, limit: String(limit), in: 'sources', ...(within ? { threadId: within._id } : {}), ...(type ? { type } : {}) })}`,
      SearchResult,
    );
    const found = hits.map((hit) => ({
      ...cited(api, hit.source_id, hit.title, hit.place, hit.thread_url),
      text: hit.text,
    }));
    const listed = sources.map(({ source_id, title, state, saved_at, tags, url, matched }) => ({
      source_id,
      title,
      state,
      saved_at,
      tags,
      ...(url === undefined ? {} : { url }),
      matched: matched.map((it) => `${it.field}: ${it.text}`),
    }));
    const text = [
      ...problems,
      ...listed.map((it) =>
        [`${it.title} · ${it.state} · source_id ${it.source_id}`, it.url, ...it.matched]
          .filter(Boolean)
          .join('\n'),
      ),
      ...found.map(
        (it, at) =>
          `[${at + 1}] ${it.title} · ${it.place} · source_id ${it.source_id}\n${it.link}\n${it.text}`,
      ),
    ].join('\n\n');
    return {
      text: text === '' ? 'No results. Try fewer or different keywords.' : text,
      data: {
        hits: found,
        sources: listed,
        ...(sources_total === undefined ? {} : { sources_total }),
        problems,
      },
    };
  },
});
