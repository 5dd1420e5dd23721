/**
 * The assistant as the blocks of the notes know it: they name what they want, and how it is got is
 * known here.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { api, messageOf } from '#ui/client/api.ts';
import { useGuides, useViewer } from '#ui/client/queries.ts';
import type { Assistant, Job, GeneratedText, Generation } from '#ui/editor/editor-host.ts';
import {
  AnswerSession,
  askForAnswer,
  hasEnded,
  noteUsage,
  useModel,
} from '#ui/features/ask/index.ts';
import { Unlock, Upgrade, unlockTexts } from '#ui/features/account/index.ts';
import { standingOf, suggestMenuTexts } from '#ui/features/suggest/index.ts';
import { toast } from '#ui/kit/toast.ts';
import { answerTexts } from '#ui/editor/texts/answers.ts';

export interface NotesAssistant {
  assistant: Assistant | undefined;
  standing: ReturnType<typeof standingOf>;
  barrier: React.ReactNode;
  /** stands where *Ask AI* does once no question is left today */
  upgrade: React.ReactNode;
}

/** `selected`: the sources that are chosen to be asked. */
export function useAssistant(threadId: string, selected: readonly string[]): NotesAssistant {
  const me = useViewer();
  const { data: guides } = useGuides();
  const model = useModel();
  const make = useDesk(threadId);
  const standing = standingOf(me, 1, false);
  const myId = me?.user._id;
  const assistant = useMemo<Assistant | undefined>(
    () =>
      myId === undefined
        ? undefined
        : {
            me: myId,
            may: standing === 'open',
            selected,
            model,
            make,
            prompts: {
              suggested: guides?.bottom ?? [],
              clip: guides?.child ?? [],
              pdfClip: guides?.pdfChild ?? [],
            },
            title: async (words) => (await api.makeTitle(threadId, words)).title,
            rate: async (answerId, value) => {
              try {
                await api.rateAnswer(threadId, answerId, value);
                toast.success(answerTexts.thanks[value]);
                return true;
              } catch (error) {
                toast.error(messageOf(error));
                return false;
              }
            },
          },
    [myId, standing, selected, model, make, guides, threadId],
  );
  const barrier = useMemo(
    () =>
      standing === 'locked' ? (
        <Locked />
      ) : standing === 'spent' ? (
        <Upgrade className="px-2! text-[0.8125rem]! text-accent! whitespace-normal!">
          {suggestMenuTexts.spent}
        </Upgrade>
      ) : undefined,
    [standing],
  );
  const upgrade = useMemo(
    () =>
      standing === 'spent' ? (
        <Upgrade
          title={suggestMenuTexts.spent}
          className="min-h-8! px-2! text-[0.8125rem]! text-accent! pointer-coarse:min-h-11!"
        >
          {suggestMenuTexts.upgrade}
        </Upgrade>
      ) : undefined,
    [standing],
  );
  return { assistant, standing, barrier, upgrade };
}

const Locked = () => (
  <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 font-sans text-sm text-ink-soft">
    {unlockTexts.title}
    <Unlock />
  </div>
);

/** Every job once, however many views of it there are. */
function useDesk(threadId: string): (job: Job) => Generation {
  const cache = useQueryClient();
  const desk = useRef(new Map<string, { answer: AnswerSession; making: Generation }>());
  useEffect(() => {
    const open = desk.current;
    return () => {
      for (const { answer } of open.values()) answer.leave();
      open.clear();
    };
  }, [threadId]);
  return useCallback(
    (job) => {
      const key = [job.id, job.round, job.request.path.replaceAll('/', '-')].join('.');
      const existing = desk.current.get(key);
      if (existing && !existing.answer.isLeft) return existing.making;
      const { path, body } = job.request;
      const answer = new AnswerSession(key, {
        open: (sent, signal) =>
          askForAnswer(
            path,
            { thread_node_id: job.id, ...body, thread_id: threadId },
            sent,
            signal,
          ),
        onEvent: (event) => noteUsage(cache, event),
      });
      const making = { get: shownOf(answer), subscribe: answer.subscribe, stop: answer.stop };
      desk.current.set(key, { answer, making });
      return making;
    },
    [cache, threadId],
  );
}

/** The same value until something of it changes. */
function shownOf(answer: AnswerSession): () => GeneratedText {
  let of: ReturnType<AnswerSession['get']> | undefined;
  let shown: GeneratedText | undefined;
  return () => {
    const now = answer.get();
    if (shown && of === now) return shown;
    of = now;
    const { view, away } = now;
    const phase =
      view.state === 'done'
        ? 'done'
        : hasEnded(view)
          ? 'failed'
          : away
            ? 'away'
            : view.text === ''
              ? 'asking'
              : 'writing';
    shown = {
      phase,
      text: view.text,
      citations: view.citations,
      model: view.model,
      timeTaken: view.timeTaken ?? 0,
      answerId: view.id,
      problem:
        view.error ??
        (phase === 'failed' ? { code: 'stopped', message: answerTexts.stopped } : undefined),
    };
    return shown;
  };
}
