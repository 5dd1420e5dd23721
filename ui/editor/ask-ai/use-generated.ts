/**
 * A block that the assistant fills: made once, by who asked for it, as soon as its sources can be
 * asked.
 */
import type { Editor } from '@tiptap/core';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { requestSources, type AiRequest } from '#core/editor/ai-request.ts';
import { toast } from '#ui/kit/toast.ts';
import { answerTexts as texts } from '../texts/answers.ts';
import { askTexts } from '../texts/ask.ts';
import { type GeneratedText, useEditorHost } from '../editor-host.ts';
import { fillBlock } from './put-after.ts';
import { type SourcesState, sourcesState } from './sources-state.ts';

/** What all such blocks carry. */
export interface Fillable {
  _id: string | null;
  createdBy: string | null;
  generatingBy: string | null;
  request: AiRequest | null;
  round: number;
  failure: string;
  sources: readonly string[];
}
export interface Filled {
  /** as it arrives here; nothing where it is not made in this window */
  made: GeneratedText | undefined;
  sources: SourcesState;
  /** asked for by who looks at it */
  mine: boolean;
  /** Makes it anew, with another request where one is given. */
  again(request?: AiRequest, more?: Readonly<Record<string, unknown>>): void;
  stop(): void;
}

const nothing = (): (() => void) => () => undefined;

/** `isMade`: it holds what was asked for. `fill`: the attributes that what was made becomes. */
export function useGenerated(
  editor: Editor,
  it: Fillable,
  isMade: boolean,
  doneMark: string,
  fill: (made: GeneratedText) => Readonly<Record<string, unknown>>,
): Filled {
  const { readOnly, assistant, sourceOf } = useEditorHost();
  const { _id: id, request, round, failure } = it;
  const asked = useMemo(() => requestSources(request, it.sources), [request, it.sources]);
  const sources = sourcesState(asked.map((source) => sourceOf?.(source)));
  const mine = assistant !== undefined && (it.generatingBy ?? it.createdBy) === assistant.me;
  const wanted = !readOnly && mine && id !== null && request !== null && !isMade && failure === '';
  const make = assistant?.make;
  const job = wanted ? JSON.stringify({ id, round, request }) : undefined;
  // Once begun it goes on: it may be the last one of the day, and a source may be read anew
  // meanwhile.
  const [begun, setBegun] = useState<string>();
  if (job !== undefined && job !== begun && assistant?.may === true && sources.state === 'loaded')
    setBegun(job);
  const key = job === begun ? job : undefined;
  const making = useMemo(
    () => (key === undefined ? undefined : make?.(JSON.parse(key))),
    [key, make],
  );
  const made = useSyncExternalStore(making?.subscribe ?? nothing, () => making?.get());

  const isAway = made?.phase === 'away';
  useEffect(() => {
    if (isAway) toast.error(askTexts.networkError);
  }, [isAway]);

  const latest = useRef(fill);
  useEffect(() => {
    latest.current = fill;
  });
  useEffect(() => {
    if (!made || id === null || (made.phase !== 'done' && made.phase !== 'failed')) return;
    const failed = made.phase === 'failed' ? (made.problem?.message ?? texts.failed) : '';
    fillBlock(
      editor,
      id,
      (attrs) => attrs['round'] === round && attrs[doneMark] !== true && attrs['failure'] === '',
      {
        generatingBy: null,
        failure: failed,
        ...(made.answerId !== undefined && { answerId: made.answerId }),
        ...(made.phase === 'done'
          ? { [doneMark]: true, ...latest.current(made) }
          : made.text === ''
            ? {}
            : latest.current(made)),
      },
    );
  }, [editor, id, round, doneMark, made]);

  return {
    made,
    sources,
    mine,
    again: (next, more) => {
      if (id === null || !assistant) return;
      fillBlock(editor, id, () => true, {
        ...more,
        ...(next && { request: next, sources: next.body.sources ?? it.sources }),
        round: round + 1,
        failure: '',
        [doneMark]: false,
        generatingBy: assistant.me,
      });
    },
    stop: () => making?.stop(),
  };
}
