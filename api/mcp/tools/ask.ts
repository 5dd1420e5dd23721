import { z } from 'zod';
import { parseAnswerEvent } from '#core/contract/answer-event.ts';
import {
  CitationSupport,
  DEFAULT_MODEL,
  ModelId,
  supportOfCitation,
  type Citation,
} from '#core/contract/ask.ts';
import { Fault, FaultCode } from '#core/contract/faults.ts';
import { SourceId } from '#core/contract/id.ts';
import { questionTo } from '../../client/question.ts';
import { Cited, cited } from './cited.ts';
import { threadName, tool } from './tool.ts';

const SUPPORT_NOTES: Readonly<Record<CitationSupport, string>> = {
  supported: '',
  partly: ' (partly supported)',
  unchecked: ' (not checked)',
};

export const ask = tool({
  name: 'ask',
  title: 'Ask the sources',
  description:
    'A cited answer from the sources of a thread, or with library, tags or search from the library: Markdown with marks [1], and for each mark its source, place and link. Says so when the sources do not answer.',
  input: z.object({
    question: z.string().min(1).max(20_000),
    thread: threadName,
    library: z.boolean().optional().describe('The whole library instead of a thread'),
    tags: z.array(z.string()).max(100).optional().describe('Sources with one of these tags'),
    search: z
      .string()
      .max(1000)
      .optional()
      .describe('Sources that this search finds, with the operators of the tool search'),
    source_ids: z.array(SourceId).max(2000).optional().describe('Only these sources of the thread'),
    model: ModelId.default(DEFAULT_MODEL),
  }),
  output: z.object({
    answer: z.string(),
    citations: z.array(
      Cited.extend({
        mark: z.number(),
        support: CitationSupport,
      }),
    ),
    model: z.union([z.number(), z.literal('offline')]).nullable(),
  }),
  async run(api, { question, thread, source_ids: sources, model, ...scope }, signal) {
    const asked = await questionTo(api, {
      text: question,
      model,
      scope: { ...scope, thread, sources },
    });
    const citations: Citation[] = [];
    let answer = '';
    let by: number | 'offline' | null = null;
    let finished = false;
    for await (const { event, data } of api.events(asked.path, { body: asked.body, signal })) {
      const it = parseAnswerEvent(event, data);
      if (it?.event === 'message') answer += it.data;
      else if (it?.event === 'citations') citations.push(...it.data);
      else if (it?.event === 'error')
        throw new Fault(FaultCode.safeParse(it.data.code).data ?? 'provider_failed', {
          message: it.data.message,
        });
      else if (it?.event === 'done') {
        finished = true;
        by = it.data.model;
      }
    }
    if (!finished) throw new Fault('interrupted');
    const marks = citations.map((it) => ({
      ...cited(api, it.source_id, it.title, it.locator, asked.thread?.url ?? it.thread_url),
      mark: it.mark,
      support: supportOfCitation(it),
    }));
    const notes = marks.map(
      (it) => `[${it.mark}] ${it.title} · ${it.place} ${it.link}${SUPPORT_NOTES[it.support]}`,
    );
    return {
      text: [answer, ...(notes.length > 0 ? [notes.join('\n')] : [])].join('\n\n'),
      data: { answer, citations: marks, model: by },
    };
  },
});
