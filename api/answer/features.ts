/** What the assistant can do, a line each; the prompt of each is `config/prompts/<name>.md`. */
import { z } from 'zod';
import type { TextFeature, ValueFeature } from './contract.ts';
import { answerOffline } from './offline/answer.ts';
import { titleOffline } from './offline/title.ts';

export const chatThread: TextFeature = {
  name: 'chat-thread', task: 'answer', gather: 'question', offline: ({ question, passages }) => answerOffline(question, passages),
};

const tidyTitle = (text: string): string =>
  (text.trim().split('\n')[0] ?? '').replace(/^#+\s*/, '').replace(/^["“”'«*_]+|["“”'»*_.]+$/gu, '').trim().slice(0, 120);
/** Of the text that is the question. */
export const title: ValueFeature<string> = {
  name: 'title', task: 'short', gather: 'none', shape: z.string().transform(tidyTitle).pipe(z.string().min(1)), elseOffline: true, offline: ({ question }) => titleOffline(question),
};

export const FEATURES: readonly (TextFeature | ValueFeature<unknown>)[] = [chatThread, title];
