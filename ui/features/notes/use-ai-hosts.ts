/** Blocks that the assistant fills, inserted empty from the slash menu or the chat box. */
import { type RefObject, useCallback, useMemo } from 'react';
import type { NoteType } from '#core/contract/ask.ts';
import type { Source } from '#core/contract/source.ts';
import { noteBlock, summaryBlock } from '#ui/editor/ask-ai/new-blocks.ts';
import type { BlockEdits } from '#ui/editor/notes-editor.tsx';
import type { EditorHost } from '#ui/editor/editor-host.ts';
import { useViewer } from '#ui/client/queries.ts';

type Hosts = Readonly<Record<string, (() => void) | undefined>>;
export interface AiHosts {
  makeNotes(type: NoteType, sources: readonly string[], model: number): boolean;
  /** with the given ones */
  allHosts: Hosts;
}

export function useAiHosts(
  edits: RefObject<BlockEdits | undefined>,
  { assistant, readOnly }: EditorHost,
  sources: readonly Source[],
  hosts: Hosts | undefined,
): AiHosts {
  const makesNotes = useViewer()?.features.notes_generation === true;
  const may = !readOnly && assistant?.may === true;
  const me = may ? assistant.me : undefined;
  const makeNotes = useCallback(
    (type: NoteType, selected: readonly string[], model: number) => {
      const it = me === undefined ? undefined : noteBlock(type, { selected, model }, { me });
      if (!it || !edits.current || edits.current.insert([it]) === 0) return false;
      const id: unknown = it.attrs?.['_id'];
      if (typeof id === 'string') requestAnimationFrame(() => edits.current?.show(id));
      return true;
    },
    [edits, me],
  );
  const allHosts = useMemo<Hosts>(() => {
    const selected = assistant?.selected ?? [];
    if (me === undefined || selected.length === 0) return hosts ?? {};
    const videos = selected.filter((id) => sources.find((it) => it._id === id)?.medium === 'timed');
    return {
      ...hosts,
      ...(makesNotes && {
        'ai-note': () => {
          makeNotes('Auto Notes', selected, assistant?.model ?? 0);
        },
      }),
      summary: () => {
        edits.current?.insert([summaryBlock(videos.length > 0 ? videos : selected, { me })]);
      },
    };
  }, [assistant, edits, hosts, makeNotes, makesNotes, me, sources]);
  return { makeNotes, allHosts };
}
