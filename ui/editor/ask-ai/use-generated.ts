/**
 * A block that the assistant fills: generated once, for the person who asked, as soon as its
 * sources are ready.
 */
import type { Editor } from '@tiptap/core';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { requestSources, type AiRequest } from '#core/editor/ai-request.ts';
import { toast } from '#ui/kit/toast.ts';
import { answerTexts as texts } from '../texts/answers.ts';
import { askTexts } from '../texts/ask.ts';
import { type GeneratedText, useEditorHost } from '../editor-host.ts';
import { fillBlock } from './insert-after.ts';
import { type SourcesState, sourcesState } from './sources-state.ts';

/** Attributes of all such blocks. */
export interface Fillable {
  _id: string | null;
  createdBy: string | null;
  generatingBy: string | null;
  request: AiRequest | null;
  round: number;
  settledRound: number | null;
  failure: string;
  sources: readonly string[];
}
export interface Filled {
  /** the text as it streams; undefined unless this window generates it */
  generated: GeneratedText | undefined;
  sources: SourcesState;
  /** whether it has the text of its last round */
  isMade: boolean;
  /** why the text of its last round is incomplete; empty if it is complete */
  failure: string;
  /** whether the viewer asked for it */
  mine: boolean;
  /** Generates it again, optionally with another request. */
  again(request?: AiRequest, more?: Readonly<Record<string, unknown>>): void;
  stop(): void;
}

const nothing = (): (() => void) => () => undefined;

/**
 * `doneMark`: the attribute that marks it as generated. `fill`: returns the attributes for a text.
 */
export function useGenerated<Mark extends string>(
  editor: Editor,
  it: Fillable & Readonly<Record<Mark, boolean>>,
  doneMark: Mark,
  fill: (generated: GeneratedText) => Readonly<Record<string, unknown>>,
): Filled {
  const { readOnly, assistant, sourceOf } = useEditorHost();
  const { _id: id, request, round } = it;
  const isSettled = it.settledRound === null || it.settledRound === round;
  const isMade = isSettled && it[doneMark];
  const failure = isSettled ? it.failure : '';
  const asked = useMemo(() => requestSources(request, it.sources), [request, it.sources]);
  const sources = sourcesState(asked.map((source) => sourceOf?.(source)));
  const mine = assistant !== undefined && (it.generatingBy ?? it.createdBy) === assistant.me;
  const wanted = !readOnly && mine && id !== null && request !== null && !isMade && failure === '';
  const make = assistant?.make;
  const job = wanted ? JSON.stringify({ id, round, request }) : undefined;
  // Continues once started: it may be the last question of the day, and a source may be refreshed
  // meanwhile.
  const [begun, setBegun] = useState<string>();
  if (job !== undefined && job !== begun && assistant?.may === true && sources.state === 'loaded')
    setBegun(job);
  const key = job === begun ? job : undefined;
  const generation = useMemo(
    () => (key === undefined ? undefined : make?.(JSON.parse(key))),
    [key, make],
  );
  const generated = useSyncExternalStore(generation?.subscribe ?? nothing, () => generation?.get());

  const isAway = generated?.phase === 'away';
  useEffect(() => {
    if (isAway) toast.error(askTexts.networkError);
  }, [isAway]);

  const latest = useRef(fill);
  useEffect(() => {
    latest.current = fill;
  });
  useEffect(() => {
    if (!generated || id === null || (generated.phase !== 'done' && generated.phase !== 'failed'))
      return;
    const failed = generated.phase === 'failed' ? (generated.problem?.message ?? texts.failed) : '';
    fillBlock(
      editor,
      id,
      (attrs) =>
        attrs['round'] === round &&
        ((attrs[doneMark] !== true && attrs['failure'] === '') ||
          (attrs['settledRound'] !== null && attrs['settledRound'] !== round)),
      {
        settledRound: round,
        generatingBy: null,
        failure: failed,
        ...(generated.answerId !== undefined && { answerId: generated.answerId }),
        [doneMark]: generated.phase === 'done',
        ...((generated.phase === 'done' || generated.text !== '') && latest.current(generated)),
      },
    );
  }, [editor, id, round, doneMark, generated]);

  return {
    generated,
    sources,
    isMade,
    failure,
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
    stop: () => generation?.stop(),
  };
}
