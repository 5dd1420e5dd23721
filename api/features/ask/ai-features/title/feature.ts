import { z } from 'zod';
import { TitleBody } from '#core/contract/ask.ts';
import type { ValueFeature } from '../../../../answer/contract.ts';
import { titleOffline } from '../../../../answer/offline/title.ts';
import { defineValueFeature } from '../ai-feature.ts';

const tidyTitle = (text: string): string =>
  (text.trim().split('\n')[0] ?? '')
    .replace(/^#+\s*/, '')
    .replace(/^["“”'«*_]+/u, '')
    .replace(/(?<!["“”'»*_.])["“”'»*_.]+$/u, '')
    .trim()
    .slice(0, 120);

/** Makes a title for the text, which is the question. */
export const title: ValueFeature<string> = {
  name: 'title',
  prompt: new URL('prompt.md', import.meta.url),
  task: 'short',
  gather: 'none',
  shape: z.string().transform(tidyTitle).pipe(z.string().min(1)),
  elseOffline: true,
  offline: ({ question }) => titleOffline(question),
};

export const titles = defineValueFeature({
  ...title,
  quota: 'free',
  access: 'ask',
  path: 'ai/v2/title',
  summary: 'A short title for a sentence',
  body: TitleBody,
  ask: ({ body }) => ({ question: body.sentence }),
  response: z.object({ title: z.string() }),
  respond: (value) => ({ title: value }),
});
