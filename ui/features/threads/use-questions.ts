/**
 * Questions to the thread's sources: the model, the selected sources, and the target of the answer.
 */
import { type RefObject, useMemo } from 'react';
import { NOTE_TYPES } from '#core/contract/ask.ts';
import type { Guides } from '#core/contract/guides.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { useGuides } from '#ui/client/queries.ts';
import { track } from '#ui/client/track.ts';
import { answerBlock, useAsk, useModel, type AnswerView } from '#ui/features/ask/index.ts';
import type { NotesHandle } from '#ui/features/notes/index.tsx';
import { askable } from '#ui/features/sources/index.ts';
import { callOf, type AiCall } from '#ui/features/suggest/index.ts';
import { workspaceTexts as texts } from './texts/workspace.ts';
import type { Pane } from './pane-commands.ts';
import type { ThreadAccess } from './thread-access.ts';
import type { InsertBlocks } from './use-insert-blocks.ts';

export interface Questions {
  asking: ReturnType<typeof useAsk>;
  guides: Guides | undefined;
  /** of all sources of the thread */
  sourceIds: ReadonlySet<string>;
  /** the selected sources */
  chosen: Source['_id'][];
  ask: (call: AiCall, sources: Source['_id'][], model: number) => void;
  /** Asks the sources that are selected. */
  askChosen: (call: AiCall) => void;
  /** Asks the same question about the answer's own sources that are still in the thread. */
  retry: (answer: AnswerView) => void;
  /** Undefined if the notes can't be edited. */
  insertAnswer: ((answer: AnswerView) => void) | undefined;
}

export function useQuestions({
  thread,
  unselected,
  access: { myId, writes, writesHere },
  notes,
  insert,
  onPane,
}: {
  thread: Thread;
  unselected: ReadonlySet<string>;
  access: ThreadAccess;
  notes: RefObject<NotesHandle | null>;
  insert: InsertBlocks;
  onPane: (pane: Pane) => void;
}): Questions {
  const sources = thread.thread_source_data;
  const model = useModel();
  const threadId = thread._id;
  const asking = useAsk(threadId);
  const { data: guides } = useGuides();
  const chosen = useMemo(
    () => askable(sources, unselected).map((source) => source._id),
    [sources, unselected],
  );
  const insertAnswer = useMemo(
    () =>
      writes
        ? (answer: AnswerView) => {
            track('ai_chat_insert', { thread_id: threadId });
            insert([answerBlock(answer, new Date(), myId)], texts.answerAdded);
          }
        : undefined,
    [writes, insert, myId, threadId],
  );
  const ask: Questions['ask'] = (call, asked, chosenModel) => {
    const by = call.model ?? chosenModel;
    const type =
      call.forNotes && writesHere
        ? NOTE_TYPES.find((noteType) => noteType.name === call.question)
        : undefined;
    if (type && notes.current?.makeNotes(type.name, asked, by)) {
      onPane('notes');
      return;
    }
    onPane('ask');
    track('ask_ai_click', { thread_id: threadId, about: 'thread' });
    void asking.send(call, asked, by).then((answer) => {
      if (call.forNotes && answer.state === 'done') insertAnswer?.(answer);
    });
  };
  const retry = (answer: AnswerView) => {
    const remaining = sources.filter((source) => answer.sources.includes(source._id));
    const asked = askable(
      remaining.length > 0 ? remaining : sources,
      remaining.length > 0 ? new Set() : unselected,
    );
    ask(
      callOf(answer.question, guides),
      asked.map((source) => source._id),
      model,
    );
  };
  const sourceIds = useMemo(() => new Set(sources.map((source) => source._id)), [sources]);
  const askChosen = (call: AiCall) => ask(call, chosen, model);
  return { asking, guides, sourceIds, chosen, ask, askChosen, retry, insertAnswer };
}
