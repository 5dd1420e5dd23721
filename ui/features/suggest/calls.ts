/** What the assistant can be asked for, each as the call that its answer is streamed from. Pure. */
import { CLIP_MODEL, NOTE_TYPES } from '#core/contract/ask.ts';
import type { Guide, Guides } from '#core/contract/guides.ts';

export interface AiCall {
  /** below `api/` */
  path: string;
  /** the title above the answer */
  question: string;
  /** beside thread, model and sources */
  body: Readonly<Record<string, unknown>>;
  /** the answer is for the notes */
  forNotes?: true;
  /** asked whichever model is chosen */
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
/** Those that can be asked for again without the answer they followed. */
const ALONE = [
  'bottom',
  'smartGuide',
  'student',
  'creator',
  'researcher',
] as const satisfies readonly GuideList[];
/** The server takes no longer texts. */
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

/** A question that was suggested, asked as prompts are. */
export const suggestedCall = (question: string): AiCall => ({
  ...questionCall(question),
  model: CLIP_MODEL,
});

/** After an answer: what was asked and answered goes along. */
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

/**
 * The call that an answer of this question came from, told by the question: prompts and types of
 * notes are known by theirs.
 */
export function callOf(question: string, guides: Guides | undefined): AiCall {
  const type = NOTE_TYPES.find((it) => it.name === question);
  if (type) return noteCall(type);
  for (const list of ALONE) {
    const guide = guides?.[list].find((it) => it.question === question);
    if (guide) return guideCall(list, guide);
  }
  return questionCall(question);
}
