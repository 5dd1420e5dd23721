import { z } from 'zod';
import { Source, SourceType } from '#core/contract/source.ts';
import { ThreadPage } from '#core/contract/thread.ts';
import { findThread } from '../../client/find-thread.ts';
import { SourceLine, sourceLine, sourceList } from './source-line.ts';
import { threadName, tool } from './tool.ts';

const SourcePage = z.object({ docs: z.array(Source), next: z.string().nullable() });

export const list = tool({
  name: 'list',
  title: 'List threads or sources',
  description:
    'The threads of the person, or the sources of the library or of one thread, newest first, with their state.',
  input: z.object({
    what: z.enum(['threads', 'sources']),
    thread: threadName,
    query: z.string().max(300).optional().describe('Words of the title'),
    type: SourceType.optional(),
    cursor: z.string().optional().describe('`next` of the call before'),
  }),
  output: z.object({
    threads: z
      .array(
        z.object({
          thread_id: z.string(),
          title: z.string(),
          sources: z.number(),
          link: z.string(),
        }),
      )
      .optional(),
    sources: z.array(SourceLine).optional(),
    next: z.string().nullable(),
  }),
  async run(api, { what, thread: name, query, type, cursor }) {
    const asked = (more: Record<string, string | undefined>) =>
      new URLSearchParams(
        Object.entries({ query, cursor, limit: '50', ...more }).flatMap(([key, value]) =>
          value === undefined ? [] : [[key, value]],
        ),
      );
    if (what === 'threads') {
      const { docs, next } = await api.get(`threads?${asked({})}`, ThreadPage);
      const threads = docs.map((it) => ({
        thread_id: it._id,
        title: it.title,
        sources: it.thread_sources.length,
        link: `${api.url}/t/${it.url}`,
      }));
      return {
        text:
          threads.map((it) => `- ${it.title} (${it.sources} sources) ${it.link}`).join('\n') ||
          'There is no thread.',
        data: { threads, next },
      };
    }
    if (name !== undefined) {
      const held = (await findThread(api, name)).thread_sources.map((it) => it.source);
      const sources = (await Promise.all(held.map((id) => api.get(`sources/${id}`, Source))))
        .filter(
          (it) =>
            (!type || it.sourceType === type) &&
            (!query || it.title.toLowerCase().includes(query.toLowerCase())),
        )
        .map(sourceLine);
      return {
        text: sourceList(sources) || 'The thread has no such source.',
        data: { sources, next: null },
      };
    }
    const { docs, next } = await api.get(`sources?${asked({ type })}`, SourcePage);
    const sources = docs.map(sourceLine);
    return {
      text: `${sourceList(sources) || 'No matching sources.'}${next === null ? '' : `\nThere is more: cursor ${next}`}`,
      data: { sources, next },
    };
  },
});
