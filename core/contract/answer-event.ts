/** The events of a streamed answer: a closed union that every reader folds. */
import { z } from 'zod';
import { parseModelJson } from '../text/model-json.ts';
import { AnswerModel, Citation, IndexMap } from './ask.ts';
import { AnswerId } from './id.ts';

/** The questions left today, like `limits` of `GET me`. */
export const UsageEvent = z.object({
  event: z.literal('ai_usage'),
  data: z.object({
    usage_left: z.object({
      question_n_answers: z.number().nullable(),
      reset_at: z.iso.datetime().nullable().optional(),
    }),
  }),
});

export const AnswerEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('start'), data: z.object({ answer_id: AnswerId }) }),
  z.object({ event: z.literal('message'), data: z.string() }),
  z.object({ event: z.literal('index'), data: IndexMap }),
  z.object({ event: z.literal('citations'), data: z.array(Citation) }),
  UsageEvent,
  z.object({
    event: z.literal('done'),
    data: z.object({
      /** ms */
      timeTaken: z.number(),
      model: AnswerModel,
    }),
  }),
  z.object({
    event: z.literal('error'),
    data: z.object({ code: z.string(), message: z.string() }),
  }),
]);
export type AnswerEvent = z.infer<typeof AnswerEvent>;

/** Parses one server-sent event; `undefined` for data that isn't JSON and for unknown events. */
export function parseAnswerEvent(name: string, data: string): AnswerEvent | undefined {
  let value: unknown;
  try {
    value = parseModelJson(data);
  } catch {
    return undefined;
  }
  const parsed = AnswerEvent.safeParse({ event: name, data: value });
  return parsed.success ? parsed.data : undefined;
}
