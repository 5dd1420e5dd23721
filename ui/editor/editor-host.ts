/** What the blocks' views need from the page, independent of how it is implemented. */
import { createContext, type ReactNode, use } from 'react';
import type { AnswerModel, Citation, Feedback } from '#core/contract/ask.ts';
import type { Guide } from '#core/contract/guides.ts';
import type { Locator, Medium } from '#core/contract/locator.ts';
import type { AiRequest } from '#core/editor/ai-request.ts';
import type { z } from 'zod';

export interface EditorHost {
  readOnly: boolean;
  /** the id of the current user; undefined until it is known, and for visitors */
  me?: string | undefined;
  onGo(sourceId: string, locator: Locator): void;
  /** the current time of the open video; undefined while another source is open */
  openVideo?: (() => VideoPosition) | undefined;
  /** undefined for a source that is not in the thread */
  titleOf(sourceId: string): string | undefined;
  /** undefined for a source that is not in the thread */
  sourceOf?(sourceId: string): BlockSource | undefined;
  /** `live`: it is being generated and revealed word by word */
  renderAnswer(text: string, citations: readonly Citation[], live?: boolean): ReactNode;
  /** The finished parts of an answer as plain text, for a live region. */
  renderSpoken?(text: string, citations: readonly Citation[], isWhole: boolean): ReactNode;
  /** a link to this position that can be shared */
  linkTo?(sourceId: string, locator: Locator): string;
  /** the transcript between two seconds; empty if it is unknown */
  wordsBetween?(sourceId: string, startS: number, endS: number): Promise<string>;
  /** copies an answer and confirms it */
  copyAnswer?(text: string, citations: readonly Citation[]): void;
  /** a field for a follow-up question, and follow-up prompts */
  renderFollowUp?(
    after: { question: string; text: string },
    onCall: (call: {
      path: string;
      question: string;
      body: Readonly<Record<string, unknown>>;
    }) => void,
  ): ReactNode;
  /** undefined for people who can't ask here */
  assistant?: Assistant | undefined;
  /** what is required before asking: log in or upgrade; undefined if nothing is */
  barrier?: ReactNode;
  /** replaces *Ask AI* when today's questions are used up */
  upgrade?: ReactNode;
}

/** A time of a video, as blocks store it. */
export interface VideoPosition {
  source_id: string;
  /** whole seconds */
  timestamp: number;
}

export interface BlockSource {
  title: string;
  medium: Medium;
  /** the channel of a video, the site of a page */
  byline: string;
  /** seconds */
  duration: number | undefined;
  /** how far it can be used for questions */
  kind: 'ready' | 'processing' | 'issue';
  /** why it can't be used for questions; empty if ready */
  tooltip: string;
  hasTranscript: boolean;
}

/** The content that a block generates; `round` counts the generations. */
export interface Job {
  id: string;
  round: number;
  request: AiRequest;
}
export interface GeneratedText {
  /** `away`: the server is unreachable and is retried */
  phase: 'asking' | 'away' | 'writing' | 'done' | 'failed';
  text: string;
  citations: readonly Citation[];
  model: z.infer<typeof AnswerModel> | null;
  /** ms */
  timeTaken: number;
  /** as the server stores it */
  answerId: string | undefined;
  problem: { code: string; message: string } | undefined;
}
/** A running generation, followed by any number of views. */
export interface Generation {
  get(): GeneratedText;
  subscribe(changed: () => void): () => void;
  /** keeps what has arrived */
  stop(): void;
}

export interface Assistant {
  /** who asks */
  me: string;
  /** whether asking is possible now: the user is verified and has questions left */
  may: boolean;
  /** sources selected for questions */
  selected: readonly string[];
  /** the model selected for typed questions */
  model: number;
  prompts: { suggested: readonly Guide[]; clip: readonly Guide[]; pdfClip: readonly Guide[] };
  /** Runs the same job once, however many views ask for it, in this window or another. */
  make(job: Job): Generation;
  /** Generates a heading for a text. */
  title(words: string): Promise<string>;
  /** Rates an answer, once; returns whether it was saved. */
  rate(answerId: string, value: z.infer<typeof Feedback>): Promise<boolean>;
}

export const EditorHostContext = createContext<EditorHost>({
  readOnly: true,
  onGo: () => undefined,
  titleOf: () => undefined,
  renderAnswer: (text) => text,
});
export const useEditorHost = (): EditorHost => use(EditorHostContext);
