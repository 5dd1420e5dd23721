/**
 * The displayed answer, folded from its events or read from storage. Pure.
 */
import type { AnswerEvent } from '#core/contract/answer-event.ts';
import type { Answer, Citation } from '#core/contract/ask.ts';
import { answerTexts } from '#ui/editor/texts/answers.ts';

export interface AnswerView {
  /** the stored answer's id; unknown until the stream has started */
  id: string | undefined;
  question: string;
  /** a predefined prompt or a guide, which nobody typed */
  isPrompt?: boolean;
  /** Markdown with citation marks `[1]` */
  text: string;
  state: 'pending' | 'writing' | 'done' | 'interrupted' | 'failed';
  sources: readonly string[];
  citations: readonly Citation[];
  model: Answer['model'];
  /** ms */
  timeTaken: number | null;
  feedback: Answer['feedback'];
  error: { code: string; message: string } | null;
  /** questions left today, once the server has sent it; `null` is unlimited */
  left: number | null | undefined;
}

export const ask = (question: string, sources: readonly string[]): AnswerView => ({
  id: undefined,
  question,
  text: '',
  state: 'pending',
  sources,
  citations: [],
  model: null,
  timeTaken: null,
  feedback: null,
  error: null,
  left: undefined,
});

export function reduce(view: AnswerView, event: AnswerEvent): AnswerView {
  if (hasEnded(view)) return view;
  switch (event.event) {
    case 'start':
      return { ...view, id: event.data.answer_id };
    case 'message':
      return { ...view, state: 'writing', text: view.text + event.data };
    case 'citations':
      return { ...view, citations: merge(view.citations, event.data) };
    case 'index':
      // Every entry arrives complete in `citations`.
      return view;
    case 'ai_usage':
      return { ...view, left: event.data.usage_left.question_n_answers };
    case 'done':
      return { ...view, state: 'done', timeTaken: event.data.timeTaken, model: event.data.model };
    case 'error':
      return { ...view, state: view.text ? 'interrupted' : 'failed', error: event.data };
  }
}

/** The user pressed Stop: keeps what had arrived. */
export const stop = (view: AnswerView): AnswerView =>
  hasEnded(view) ? view : { ...view, state: 'interrupted' };

/** It did not start, or the connection broke. */
export const fail = (view: AnswerView, code: string, message: string): AnswerView =>
  reduce(view, { event: 'error', data: { code, message } });

export const hasEnded = ({ state }: AnswerView): boolean =>
  state === 'done' || state === 'interrupted' || state === 'failed';

const STATES = {
  generating: 'writing',
  done: 'done',
  interrupted: 'interrupted',
  failed: 'failed',
} as const;

export const fromStored = (it: Answer): AnswerView => ({
  id: it._id,
  question: it.question,
  ...(it.feature !== 'chat-thread' && { isPrompt: true }),
  text: it.answer,
  state: it.state === 'generating' && !it.answer ? 'pending' : STATES[it.state],
  sources: it.sources,
  citations: it.citations,
  model: it.model,
  timeTaken: it.timeTaken,
  feedback: it.feedback,
  error: it.error,
  left: undefined,
});

function merge(known: readonly Citation[], fresh: readonly Citation[]): Citation[] {
  const byMark = new Map(known.map((it) => [it.mark, it]));
  for (const it of fresh) byMark.set(it.mark, it);
  return [...byMark.values()].sort((a, b) => a.mark - b.mark);
}

/** Why there is no answer; for a prompt, first that it can be retried. */
export const whyFailed = ({
  isPrompt,
  error,
}: Pick<AnswerView, 'isPrompt' | 'error'>): { text: string; reason?: string } =>
  isPrompt && error && error.code !== 'allowance_spent'
    ? { text: answerTexts.failed, reason: error.message }
    : { text: error?.message ?? answerTexts.failed };

/** Holds back incomplete marks, `[` or `[1`. */
export const withoutHalfMark = (text: string): string => text.replace(/\[\d*$/, '');
