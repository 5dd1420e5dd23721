/** Connects the blocks of the notes to the assistant: starts their requests and shows who may ask. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { api, messageOf } from '#ui/client/api.ts';
import { useGuides, useViewer } from '#ui/client/queries.ts';
import { track } from '#ui/client/track.ts';
import type { Assistant, Job, GeneratedText, Generation } from '#ui/editor/editor-host.ts';
import {
  AnswerSession,
  askForAnswer,
  hasEnded,
  noteUsage,
  useModel,
} from '#ui/features/ask/index.ts';
import { Unlock, Upgrade, unlockTexts } from '#ui/features/account/index.ts';
import { assistantAccess, suggestMenuTexts } from '#ui/features/suggest/index.ts';
import { toast } from '#ui/kit/toast.ts';
import { answerTexts } from '#ui/editor/texts/answers.ts';

export interface NotesAssistant {
  assistant: Assistant | undefined;
  access: ReturnType<typeof assistantAccess>;
  barrier: React.ReactNode;
  /** replaces *Ask AI* when today's questions are used up */
  upgrade: React.ReactNode;
}

/** `selected`: ids of the sources to ask. */
export function useAssistant(threadId: string, selected: readonly string[]): NotesAssistant {
  const me = useViewer();
  const { data: guides } = useGuides();
  const model = useModel();
  const make = useGenerations(threadId);
  const access = assistantAccess(me, 1, false);
  const myId = me?.user._id;
  const assistant = useMemo<Assistant | undefined>(
    () =>
      myId === undefined
        ? undefined
        : {
            me: myId,
            may: access === 'open',
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
                track(`ai_chat_${value}`, { thread_id: threadId });
                toast.success(answerTexts.thanks[value]);
                return true;
              } catch (error) {
                toast.error(messageOf(error));
                return false;
              }
            },
          },
    [myId, access, selected, model, make, guides, threadId],
  );
  const barrier = useMemo(
    () =>
      access === 'locked' ? (
        <Locked />
      ) : access === 'spent' ? (
        <Upgrade className="px-2! text-[0.8125rem]! text-accent! whitespace-normal!">
          {suggestMenuTexts.spent}
        </Upgrade>
      ) : undefined,
    [access],
  );
  const upgrade = useMemo(
    () =>
      access === 'spent' ? (
        <Upgrade
          title={suggestMenuTexts.spent}
          className="min-h-8! px-2! text-[0.8125rem]! text-accent! pointer-coarse:min-h-11!"
        >
          {suggestMenuTexts.upgrade}
        </Upgrade>
      ) : undefined,
    [access],
  );
  return { assistant, access, barrier, upgrade };
}

const Locked = () => (
  <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 font-sans text-sm text-ink-soft">
    {unlockTexts.title}
    <Unlock />
  </div>
);

function trackJob(threadId: string, { request: { path, body } }: Job): void {
  if (/^(ai\/v2\/notes|summarize-video)\//.test(path))
    track('ai_notes_click', { thread_id: threadId });
  else
    track('ask_ai_click', { thread_id: threadId, about: 'source_id' in body ? 'clip' : 'notes' });
}

/** Runs each job once, also if several views show it. */
function useGenerations(threadId: string): (job: Job) => Generation {
  const cache = useQueryClient();
  const generations = useRef(new Map<string, { answer: AnswerSession; generation: Generation }>());
  useEffect(() => {
    const running = generations.current;
    return () => {
      for (const { answer } of running.values()) answer.leave();
      running.clear();
    };
  }, [threadId]);
  return useCallback(
    (job) => {
      const key = [job.id, job.round, job.request.path.replaceAll('/', '-')].join('.');
      const existing = generations.current.get(key);
      if (existing && !existing.answer.isLeft) return existing.generation;
      const { path, body } = job.request;
      trackJob(threadId, job);
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
      const generation = {
        get: generatedTextOf(answer),
        subscribe: answer.subscribe,
        stop: answer.stop,
      };
      generations.current.set(key, { answer, generation });
      return generation;
    },
    [cache, threadId],
  );
}

/** Returns the same value until the answer changes. */
function generatedTextOf(answer: AnswerSession): () => GeneratedText {
  let session: ReturnType<AnswerSession['get']> | undefined;
  let shown: GeneratedText | undefined;
  return () => {
    const now = answer.get();
    if (shown && session === now) return shown;
    session = now;
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
