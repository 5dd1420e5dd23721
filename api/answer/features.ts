/** What the assistant can do, a line each; the prompt of each is `config/prompts/<name>.md`. */
import { z } from 'zod';
import { GUIDE_KINDS, type GuideKind } from '#config/guides.ts';
import type { NoteType } from '#core/contract/ask.ts';
import type { Gathering, OfflineInput, TextFeature, ValueFeature } from './contract.ts';
import { answerOffline } from './offline/answer.ts';
import { titleOffline } from './offline/title.ts';

const answered = ({ question, passages }: OfflineInput): Iterable<string> => answerOffline(question, passages);
/** One prompt; what is made offline depends on what is asked for. */
const guide = (name: string, gather: Gathering, values: readonly string[] = []): Record<GuideKind, TextFeature> =>
  Object.fromEntries(GUIDE_KINDS.map((kind) => [kind, { name, task: 'write', gather, values, offline: answered } satisfies TextFeature])) as Record<GuideKind, TextFeature>;
const notes = (name: string, type: NoteType): [NoteType, TextFeature] => [type, { name: `notes-${name}`, task: 'write', gather: 'whole', offline: answered }];
const tidyTitle = (text: string): string =>
  (text.trim().split('\n')[0] ?? '').replace(/^#+\s*/, '').replace(/^["“”'«*_]+|["“”'»*_.]+$/gu, '').trim().slice(0, 120);

export const chatThread: TextFeature = { name: 'chat-thread', task: 'answer', gather: 'question', offline: answered };
export const chatClip: TextFeature = { name: 'chat-clip', task: 'answer', gather: 'about', offline: answered };
export const predefined = guide('predefined', 'whole');
/** `question` is the one that was answered; `task` what is wanted now. */
export const followUp = guide('follow-up', 'question', ['task']);
export const clipGuide = guide('clip-guide', 'about');
export const studentGuide = guide('guide-student', 'whole');
export const creatorGuide = guide('guide-creator', 'whole');
export const researcherGuide = guide('guide-researcher', 'whole');
export const summary: TextFeature = { name: 'summary', task: 'write', gather: 'whole', offline: answered };
export const noteFeatures: ReadonlyMap<NoteType, TextFeature> = new Map([
  notes('auto', 'Auto Notes'), notes('study-guide', 'Study Guide'), notes('exam-prep', 'Exam Prep Notes'), notes('qa-sheet', 'Q&A Sheet'),
  notes('chapters', 'Chapter Breakdown'), notes('deep-dive', 'Deep Dive'), notes('terms', 'Term Tracker'),
]);
/** Of the text that is the question. */
export const title: ValueFeature<string> = {
  name: 'title', task: 'short', gather: 'none', shape: z.string().transform(tidyTitle).pipe(z.string().min(1)), elseOffline: true, offline: ({ question }) => titleOffline(question),
};

export const FEATURES: readonly (TextFeature | ValueFeature<unknown>)[] = [
  chatThread, chatClip, summary, title, ...noteFeatures.values(),
  ...[predefined, followUp, clipGuide, studentGuide, creatorGuide, researcherGuide].map((byKind) => byKind.overview),
];
