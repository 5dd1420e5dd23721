/** Calls a model and returns its result: streamed text, or a value of a given shape. */
import { Fault } from '#core/contract/faults.ts';
import type { AiRequest, TextFeature, ValueFeature } from './contract.ts';
import type { EndReason, Model, ModelEvent, ModelMessage } from './model/contract.ts';
import { createFence, fenceAbout, fencePassages, renderPrompt } from './prompt.ts';
import type { Passage } from './retrieve.ts';
import { readValue } from './value.ts';

const ENDINGS: Record<EndReason, string> = {
  stop: '',
  length: '\n\n_The answer was cut off here: it reached the length limit._',
  content_filter: '\n\n_The provider’s content filter stopped the answer here._',
};
/** A model under its provider's name. */
export interface AskedModel {
  port: Model;
  name: string;
  signal: AbortSignal;
  maxOutputTokens?: number;
  once?: true;
}
/** Receives the text of a value while it streams, in the first attempt only. */
export type OnText = (text: string) => void;

/** The prompt of a feature, with the previous turns between its parts. */
export function messagesOf(
  feature: Pick<TextFeature | ValueFeature<unknown>, 'prompt' | 'gather' | 'values'>,
  {
    question,
    about,
    values = {},
    history = [],
  }: Pick<AiRequest, 'question' | 'about' | 'values' | 'history'>,
  passages: readonly Passage[],
): ModelMessage[] {
  const fence = createFence();
  const prompt = renderPrompt(feature, {
    fence,
    question,
    passages: fencePassages(passages, fence),
    about: about ? fenceAbout(about.text, fence) : '',
    values,
  });
  const earlier = history.flatMap((it): ModelMessage[] => [
    { role: 'user', content: it.question },
    { role: 'assistant', content: it.answer },
  ]);
  return [
    ...prompt.filter((it) => it.role === 'system'),
    ...earlier,
    ...prompt.filter((it) => it.role !== 'system'),
  ];
}

/** Faults: `provider_failed`, also for an empty response; `interrupted`. */
export async function* modelText(
  { port, name, ...more }: AskedModel,
  messages: ModelMessage[],
): AsyncGenerator<string> {
  let hasAnswered = false;
  for await (const event of port.complete({ model: name, messages, ...more })) {
    if (event.type === 'text') {
      hasAnswered ||= event.text.trim() !== '';
      yield event.text;
    }
    if (event.type !== 'end') continue;
    if (!hasAnswered) {
      throw new Fault('provider_failed', {
        message:
          event.reason === 'content_filter'
            ? 'The provider’s content filter stopped this answer. Put the question another way.'
            : 'The model gave no answer. Ask again, or choose another model.',
      });
    }
    if (ENDINGS[event.reason] !== '') yield ENDINGS[event.reason];
  }
}

/**
 * Faults: `provider_failed`, also if the value still has the wrong shape after one repair;
 * `interrupted`.
 */
export async function modelValue<T>(
  { port, name, ...more }: AskedModel,
  { shape }: Pick<ValueFeature<T>, 'shape'>,
  messages: readonly ModelMessage[],
  onText?: OnText,
): Promise<T> {
  const first = await wholeText(
    port.complete({ model: name, messages: [...messages], ...more }),
    onText,
  );
  const read = readValue(shape, first);
  if (read.ok) return read.value;
  const repaired = readValue(
    shape,
    await wholeText(
      port.complete({
        model: name,
        ...more,
        messages: [
          ...messages,
          { role: 'assistant', content: first },
          {
            role: 'user',
            content: `That is not of the form that was asked for:\n${read.wrong}\nAnswer again with the whole of it, corrected, and nothing else.`,
          },
        ],
      }),
    ),
  );
  if (repaired.ok) return repaired.value;
  throw new Fault('provider_failed', {
    message:
      'The model returned an answer in the wrong format. Try again, or choose another model.',
    details: { wrong: repaired.wrong },
  });
}

async function wholeText(events: AsyncIterable<ModelEvent>, onText?: OnText): Promise<string> {
  let text = '';
  for await (const event of events) {
    if (event.type !== 'text') continue;
    text += event.text;
    onText?.(event.text);
  }
  return text;
}
