import { z } from 'zod';
import { SourceId } from '#core/contract/id.ts';
import { Source } from '#core/contract/source.ts';
import { findThread } from '../../client/find-thread.ts';
import { SourceLine, sourceLine, sourceList } from './source-line.ts';
import { tool } from './tool.ts';

const Added = z.object({
  added: z.array(SourceId),
  thread_sources: z.array(z.object({ source: SourceId })),
});

export const add = tool({
  name: 'add',
  title: 'Add sources',
  writes: true,
  description:
    'Adds web pages, PDFs and videos by their addresses to a thread, which is made when there is none of that title. They are read in the background; `list` shows their state.',
  input: z.object({
    urls: z
      .array(z.url({ protocol: /^https?$/ }))
      .min(1)
      .max(100),
    thread: z.string().min(1).max(300).describe('The title of the thread, its address or id'),
  }),
  output: z.object({
    thread: z.string(),
    added: z.array(SourceLine),
    /** number of addresses that the thread had already */
    had: z.number(),
  }),
  async run(api, { urls, thread: name }) {
    const into = await findThread(api, name, true);
    const { added } = await api.send(
      'POST',
      'thread/addSource',
      { threadId: into._id, sources: urls.map((url) => ({ url })) },
      Added,
    );
    const before = new Set(into.thread_sources.map((it) => it.source));
    const fresh = added.filter((id) => !before.has(id));
    const had = urls.length - fresh.length;
    const lines = (await Promise.all(fresh.map((id) => api.get(`sources/${id}`, Source)))).map(
      sourceLine,
    );
    return {
      text: [
        `Added to “${into.title}”: ${fresh.length}${had > 0 ? `, already there: ${had}` : ''}.`,
        sourceList(lines),
      ]
        .filter(Boolean)
        .join('\n'),
      data: { thread: `${api.url}/t/${into.url}`, added: lines, had },
    };
  },
});
