/** Blocks that the assistant fills: inserted empty, filled once, then complete. Pure. */
import type { JSONContent } from '@tiptap/core';
import type { NoteType } from '#core/contract/ask.ts';
import { requestSources } from '#core/editor/ai-request.ts';
import { aiTexts as texts } from '../texts/ai-blocks.ts';
import { type AskedQuestion, notesRequest, summaryRequest } from './requests.ts';

interface By {
  me: string;
  now?: Date;
}
const fresh = ({ me, now = new Date() }: By) => ({
  _id: crypto.randomUUID(),
  createdAt: now.toISOString(),
  createdBy: me,
  generatingBy: me,
});

/** `parentId`: the clip that the question is about, or the previous answer. */
export const chatBlock = (
  { question, request }: AskedQuestion,
  by: By,
  parentId: string | null = null,
): JSONContent => ({
  type: 'ai-chat',
  attrs: { ...fresh(by), parentId, question, request, sources: [...requestSources(request, [])] },
});

export const noteBlock = (
  type: NoteType,
  from: { selected: readonly string[]; model: number },
  by: By,
): JSONContent => ({
  type: 'ai-note',
  attrs: {
    ...fresh(by),
    note_title: type,
    note_type: type,
    source_id: from.selected.length === 1 ? from.selected[0] : '',
    sources: [...from.selected],
    request: notesRequest(type, from),
  },
});

export const summaryBlock = (sources: readonly string[], by: By): JSONContent => ({
  type: 'summary',
  attrs: {
    ...fresh(by),
    clip_heading: texts.summary.name,
    sources: [...sources],
    request: summaryRequest(sources),
  },
});
