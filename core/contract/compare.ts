/** A comparison of sources: the same questions asked of each, as a table. */
import { z } from 'zod';
import { UsageEvent } from './answer-event.ts';
import { AnswerModel, Citation, CitationSupport, DEFAULT_MODEL, ModelId } from './ask.ts';
import { SourceId, ThreadId } from './id.ts';

export const MAX_COMPARED = 20;
export const MAX_COMPARE_QUESTIONS = 10;
export const CompareBody = z.object({
  thread_id: ThreadId,
  sources: z.array(SourceId).min(1).max(MAX_COMPARED),
  questions: z.array(z.string().trim().min(1).max(1000)).min(1).max(MAX_COMPARE_QUESTIONS),
  model: ModelId.default(DEFAULT_MODEL),
});
export type CompareBody = z.infer<typeof CompareBody>;

/** The text of a cell whose source does not answer its question. */
export const NOT_STATED = 'not stated';
/** A source's answer to a question, supported by all its citations; or `not stated`. */
export const CompareCell = z.object({
  source_id: SourceId,
  question: z.string(),
  text: z.string(),
  citations: z.array(Citation),
  /** null: not stated */
  support: CitationSupport.nullable(),
});
export type CompareCell = z.infer<typeof CompareCell>;

/** Two sources that state different numbers or dates for the same thing. */
export const CompareContradiction = z.object({
  question: z.string(),
  /** what both state: `calendar year`, `date`, a unit or the counted thing */
  about: z.string(),
  statements: z.tuple([Citation, Citation]),
});
export type CompareContradiction = z.infer<typeof CompareContradiction>;

export const CompareEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('cell'), data: CompareCell }),
  z.object({ event: z.literal('contradiction'), data: CompareContradiction }),
  UsageEvent,
  z.object({
    event: z.literal('done'),
    /** `timeTaken` in ms */
    data: z.object({ timeTaken: z.number(), model: AnswerModel }),
  }),
  z.object({
    event: z.literal('error'),
    data: z.object({ code: z.string(), message: z.string() }),
  }),
]);
export type CompareEvent = z.infer<typeof CompareEvent>;
