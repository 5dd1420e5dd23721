import { z } from 'zod';
import { PromptsBody, SuggestedPrompts } from '#core/contract/ask.ts';
import { listOf } from '../../../../answer/list-shape.ts';
import { questionsOffline } from '../../../../answer/offline/questions.ts';
import { defineValueFeature } from '../ai-feature.ts';

/** Questions that the sources answer. */
export const suggestedPrompts = defineValueFeature({
  name: 'prompts',
  prompt: new URL('prompt.md', import.meta.url),
  task: 'short',
  gather: 'whole',
  shape: listOf(z.object({ question: z.string().trim().min(1) })),
  offline: questionsOffline,
  quota: 'free',
  access: 'ask',
  path: 'ai/v2/get/prompts',
  summary: 'Questions that the selected sources answer',
  body: PromptsBody,
  ask: () => ({ question: '' }),
  response: SuggestedPrompts,
  respond: (data) => ({ data }),
});
