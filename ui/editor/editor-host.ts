/** What the blocks' views need of the page around them. Nothing here knows how it is got. */
import { createContext, type ReactNode, use } from 'react';
import type { AnswerModel, Citation, Feedback } from '#core/contract/ask.ts';
import type { Guide } from '#core/contract/guides.ts';
import type { Locator, Medium } from '#core/contract/locator.ts';
import type { AiRequest } from '#core/editor/ai-request.ts';
import type { z } from 'zod';

export interface EditorHost {
  readOnly: boolean;
  /** the id of who writes here; undefined until it is known, and for a visitor */
  me?: string | undefined;
  onGo(sourceId: string, locator: Locator): void;
  /** where the open video is; none while another source is open */
  openVideo?: (() => VideoPosition) | undefined;
  /** nothing for a source that is not in the thread */
  titleOf(sourceId: string): string | undefined;
  /** nothing for a source that is not in the thread */
  sourceOf?(sourceId: string): BlockSource | undefined;
  /** `live`: it is being written, and revealed word by word */
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
  /** what to do before one can ask: log in or upgrade; undefined if one can ask */
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
  /** how far it can be asked */
  kind: 'ready' | 'processing' | 'issue';
  /** what keeps it from being asked; empty when ready */
  tooltip: string;
  hasTranscript: boolean;
}

/** What a block has made, each time it is made; `round` counts those. */
export interface Job {
  id: string;
  round: number;
  request: AiRequest;
}
export interface GeneratedText {
  /** `away`: the server is not there, and is tried again */
  phase: 'asking' | 'away' | 'writing' | 'done' | 'failed';
  text: string;
  citations: readonly Citation[];
  model: z.infer<typeof AnswerModel> | null;
  /** ms */
  timeTaken: number;
  /** as the server keeps it */
  answerId: string | undefined;
  problem: { code: string; message: string } | undefined;
}
/** Something being made, followed by any number of views. */
export interface Generation {
  get(): GeneratedText;
  subscribe(changed: () => void): () => void;
  /** what has arrived stays */
  stop(): void;
}

export interface Assistant {
  /** who asks */
  me: string;
  /** whether it can be asked now: not by who is not verified, nor with nothing left today */
  may: boolean;
  /** sources that are chosen to be asked */
  selected: readonly string[];
  /** chosen for what is written in full */
  model: number;
  prompts: { suggested: readonly Guide[]; clip: readonly Guide[]; pdfClip: readonly Guide[] };
  /** The same job is made once, however many ask for it, in this window or another. */
  make(job: Job): Generation;
  /** A heading for these words. */
  title(words: string): Promise<string>;
  /** Said once; whether it was taken. */
  rate(answerId: string, value: z.infer<typeof Feedback>): Promise<boolean>;
}

export const EditorHostContext = createContext<EditorHost>({
  readOnly: true,
  onGo: () => undefined,
  titleOf: () => undefined,
  renderAnswer: (text) => text,
});
export const useEditorHost = (): EditorHost => use(EditorHostContext);
