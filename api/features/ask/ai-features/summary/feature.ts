import { z } from 'zod';
import { SummaryBody } from '#core/contract/ask.ts';
import { summariseOffline } from '../../../../answer/offline/summary.ts';
import { defineTextFeature } from '../ai-feature.ts';

export const summary = defineTextFeature({
  name: 'summary',
  prompt: new URL('prompt.md', import.meta.url),
  task: 'write',
  gather: 'whole',
  offline: summariseOffline,
  access: 'ask',
  path: 'summarize-video/:id',
  summary: 'A summary of a thread’s video, streamed and cited; it can take one to two minutes',
  params: z.object({ id: z.literal('7') }),
  body: SummaryBody,
  ask({ body, sources }) {
    const videos = body.sources ? [] : sources.filter((row) => row.medium === 'timed');
    return { question: 'Summary', sources: videos.length > 0 ? videos : sources };
  },
});
