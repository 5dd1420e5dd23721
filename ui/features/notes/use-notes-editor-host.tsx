import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Locator } from '#core/contract/locator.ts';
import { positionOf, locatorQuery } from '#core/contract/locator.ts';
import { TranscriptStatus, type Source } from '#core/contract/source.ts';
import type { BlockSource, EditorHost, VideoPosition } from '#ui/editor/editor-host.ts';
import { copyAnswer, LiveText, SpokenText } from '#ui/features/ask/index.ts';
import { bylineOf, stateOf, titleOf } from '#ui/features/sources/index.ts';
import { FollowUp } from '#ui/features/suggest/index.ts';
import { useGuides, useMe } from '#ui/client/queries.ts';
import { useAssistant } from './use-assistant.tsx';

interface Around {
  threadId: string;
  threadUrl: string;
  readOnly: boolean;
  sources: readonly Source[];
  selected: readonly string[];
  onGo: (sourceId: string, locator: Locator) => void;
  openVideo: (() => VideoPosition) | undefined;
}

/** Provides what the blocks of these notes need from the page. */
export function useNotesEditorHost({
  threadId,
  threadUrl,
  readOnly,
  sources,
  selected,
  onGo,
  openVideo,
}: Around): EditorHost {
  const cache = useQueryClient();
  const { data: guides } = useGuides();
  const me = useMe().data?.user._id;
  const { assistant, access, barrier, upgrade } = useAssistant(threadId, selected);
  const followUps = guides?.followUps;
  return useMemo<EditorHost>(() => {
    const find = (id: string) => sources.find((it) => it._id === id);
    return {
      readOnly,
      me,
      onGo,
      openVideo,
      assistant,
      barrier,
      upgrade,
      titleOf: (id) => {
        const source = find(id);
        return source && titleOf(source);
      },
      sourceOf: (id) => {
        const source = find(id);
        return source && shownSource(source);
      },
      renderAnswer: (text, citations, live = false) => (
        <LiveText live={live} text={text} citations={citations} onGo={onGo} />
      ),
      renderSpoken: (text, citations, isWhole) => (
        <SpokenText text={text} citations={citations} isWhole={isWhole} />
      ),
      linkTo: (sourceId, locator) =>
        `${location.origin}/t/${threadUrl}${locatorQuery(sourceId, locator.medium, positionOf(locator))}`,
      copyAnswer: (text, citations) => void copyAnswer(text, citations),
      renderFollowUp: (after, onCall) => (
        <FollowUp after={after} guides={followUps ?? []} standing={access} onCall={onCall} />
      ),
      async wordsBetween(id, startS, endS) {
        const source = find(id);
        if (!source || source.status.transcript !== TranscriptStatus.ready) return '';
        const [{ transcriptQuery }, { indexTranscript }] = await Promise.all([
          import('#ui/viewer/timed/transcript-query.ts'),
          import('#ui/viewer/timed/transcript-index.ts'),
        ]);
        return indexTranscript(
          await cache.fetchQuery(transcriptQuery(threadId, source)),
        ).textBetween(startS, endS);
      },
    };
  }, [
    readOnly,
    me,
    onGo,
    openVideo,
    assistant,
    barrier,
    upgrade,
    sources,
    threadId,
    threadUrl,
    followUps,
    access,
    cache,
  ]);
}

const shownSource = (source: Source): BlockSource => {
  const { kind, tooltip } = stateOf(source);
  return {
    title: titleOf(source),
    medium: source.medium,
    byline: bylineOf(source),
    duration: source.duration ?? undefined,
    kind,
    tooltip,
    hasTranscript: source.medium !== 'timed' || source.status.transcript !== TranscriptStatus.none,
  };
};
