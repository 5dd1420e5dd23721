/** The requests to the assistant that stream answers. Pure. */
import { CLIP_MODEL, NOTE_TYPES } from '#core/contract/ask.ts';
import type { Guide, Guides } from '#core/contract/guides.ts';

export interface AiCall {
  /** below `api/` */
  path: string;
  /** the title above the answer */
  question: string;
  /** in addition to thread, model and sources */
  body: Readonly<Record<string, unknown>>;
  /** the answer goes into the notes */
  forNotes?: true;
  /** uses this model, whichever is selected */
  model?: number;
}

/** Lists of prompts that need no clip. */
export type GuideList = Exclude<keyof Guides, 'child' | 'pdfChild'>;
const PATHS: Record<GuideList, string> = {
  bottom: 'predefined/prompts',
  followUps: 'predefined/prompts',
  smartGuide: 'predefined/prompts',
  student: 'student',
  creator: 'creator',
  researcher: 'researcher',
};
/** Prompts that can be repeated without the answer that they followed. */
const ALONE = [
  'bottom',
  'smartGuide',
  'student',
  'creator',
  'researcher',
] as const satisfies readonly GuideList[];
/** The server's maximum text length. */
const MOST_CHARACTERS = 20_000;

export const questionCall = (question: string): AiCall => ({
  path: 'ai/v2/chat/thread',
  question,
  body: { user_query: question, feature_type: 1 },
});

export const guideCall = (list: GuideList, { id, question }: Guide): AiCall => ({
  path: `ai/v2/${PATHS[list]}/${id}`,
  question,
  body: {},
  model: CLIP_MODEL,
});

/** A suggested question, sent like a prompt. */
export const suggestedCall = (question: string): AiCall => ({
  ...questionCall(question),
  model: CLIP_MODEL,
});

/** A follow-up, which includes the previous question and answer. */
export const followUpCall = (guide: Guide, after: { question: string; text: string }): AiCall => ({
  ...guideCall('followUps', guide),
  body: {
    user_query: after.question.slice(0, MOST_CHARACTERS),
    content: after.text.slice(0, MOST_CHARACTERS),
  },
});

export const noteCall = ({ id, name }: (typeof NOTE_TYPES)[number]): AiCall => ({
  path: `ai/v2/notes/${id}`,
  question: name,
  body: { note_type: name, note_title: name },
  forNotes: true,
});

/** Restores the request of an answer from its question, which identifies prompts and note types. */
export function callOf(question: string, guides: Guides | undefined): AiCall {
  const type = NOTE_TYPES.find((it) => it.name === question);
  if (type) return noteCall(type);
  for (const list of ALONE) {
    const guide = guides?.[list].find((it) => it.question === question);
    if (guide) return guideCall(list, guide);
  }
  return questionCall(question);
}
