/** What the assistant can do, a line each; the prompt of each is `config/prompts/<name>.md`. */
import { z } from 'zod';
import { GUIDE_KINDS, type GuideKind } from '#config/guides.ts';
import type { BlogIdea, GeneratedBlog, NoteType } from '#core/contract/ask.ts';
import { BlogDraft } from './blog.ts';
import type { ContextMode, OfflineInput, TextFeature, ValueFeature } from './contract.ts';
import { answerOffline } from './offline/answer.ts';
import { blogIdeasOffline, blogOffline } from './offline/blog.ts';
import { guideOffline } from './offline/guides.ts';
import { notesOffline } from './offline/notes.ts';
import { questionsOffline } from './offline/questions.ts';
import { summariseOffline } from './offline/summary.ts';
import { titleOffline } from './offline/title.ts';

const answered = ({ question, passages, about }: OfflineInput): Iterable<string> =>
  answerOffline(question, passages, about?.text);
/** One prompt; what is made offline depends on what is asked for. */
const guide = (
  name: string,
  gather: ContextMode,
  values: readonly string[] = [],
): Record<GuideKind, TextFeature> =>
  Object.fromEntries(
    GUIDE_KINDS.map((kind): [GuideKind, TextFeature] => [
      kind,
      { name, task: 'write', gather, values, offline: guideOffline(kind) },
    ]),
  ) as Record<GuideKind, TextFeature>;
const notes = (name: string, type: NoteType): [NoteType, TextFeature] => [
  type,
  { name: `notes-${name}`, task: 'write', gather: 'whole', offline: notesOffline(type) },
];
/** A list, also where it came as the only one within an object. */
const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess((given) => {
    const lists =
      typeof given === 'object' && given !== null && !Array.isArray(given)
        ? Object.values(given).filter(Array.isArray)
        : [];
    return lists.length === 1 ? lists[0] : given;
  }, z.array(item).min(1).max(20));
const tidyTitle = (text: string): string =>
  (text.trim().split('\n')[0] ?? '')
    .replace(/^#+\s*/, '')
    .replace(/^["“”'«*_]+/u, '')
    .replace(/(?<!["“”'»*_.])["“”'»*_.]+$/u, '')
    .trim()
    .slice(0, 120);

export const chatThread: TextFeature = {
  name: 'chat-thread',
  task: 'answer',
  gather: 'question',
  offline: answered,
};
export const chatClip: TextFeature = {
  name: 'chat-clip',
  task: 'answer',
  gather: 'about',
  offline: answered,
};
export const predefined = guide('predefined', 'whole');
/** `question` and its `answer` are the context; `task` is the current request. */
export const followUp = guide('follow-up', 'question', ['answer', 'task']);
export const clipGuide = guide('clip-guide', 'about');
export const studentGuide = guide('guide-student', 'whole');
export const creatorGuide = guide('guide-creator', 'whole');
export const researcherGuide = guide('guide-researcher', 'whole');
export const summary: TextFeature = {
  name: 'summary',
  task: 'write',
  gather: 'whole',
  offline: summariseOffline,
};
export const noteFeatures: ReadonlyMap<NoteType, TextFeature> = new Map([
  notes('auto', 'Auto Notes'),
  notes('study-guide', 'Study Guide'),
  notes('exam-prep', 'Exam Prep Notes'),
  notes('qa-sheet', 'Q&A Sheet'),
  notes('chapters', 'Chapter Breakdown'),
  notes('deep-dive', 'Deep Dive'),
  notes('terms', 'Term Tracker'),
]);
/** Questions that the sources answer. */
export const prompts: ValueFeature<{ question: string }[]> = {
  name: 'prompts',
  task: 'short',
  gather: 'whole',
  shape: listOf(z.object({ question: z.string().trim().min(1) })),
  offline: questionsOffline,
};
export const blogIdeas: ValueFeature<BlogIdea[]> = {
  name: 'blog-ideas',
  task: 'write',
  gather: 'whole',
  shape: listOf(
    z.object({
      title: z.string().trim().min(1).max(300),
      description: z.string().max(2000).optional(),
    }),
  ),
  offline: blogIdeasOffline,
};
/**
 * Of the idea that is the question; its content has marks `[n]`, which `withPlaces` makes chips of.
 */
export const blog: ValueFeature<GeneratedBlog> = {
  name: 'blog',
  task: 'write',
  gather: 'whole',
  shape: BlogDraft,
  offline: blogOffline,
};
/** Of the text that is the question. */
export const title: ValueFeature<string> = {
  name: 'title',
  task: 'short',
  gather: 'none',
  shape: z.string().transform(tidyTitle).pipe(z.string().min(1)),
  elseOffline: true,
  offline: ({ question }) => titleOffline(question),
};
