/** Details of a source: status, origin, versions, and where it is used. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, RotateCcw, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { positionLabel } from '#core/contract/locator.ts';
import { TranscriptStatus, type Source } from '#core/contract/source.ts';
import { kindDescriptor } from '#core/kinds.ts';
import { api, messageOf } from '#ui/client/api.ts';
import { putSource } from '#ui/client/thread-cache.ts';
import { libraryApi } from '#ui/client/library-api.ts';
import { keys } from '#ui/client/queries.ts';
import { originalOf, stateOf, StatusLine, titleOf } from '#ui/features/sources/index.ts';
import { Button } from '#ui/kit/button.tsx';
import { Confirm } from '#ui/kit/dialog.tsx';
import { toast } from '#ui/kit/toast.ts';
import { dayText } from '#ui/kit/format.ts';
import {
  HistoryPanel,
  HistorySheets,
  type HistorySheet,
} from '#ui/viewer/history/history-panel.tsx';
import { libraryTexts, manyTexts, sourceTexts as texts } from './texts.ts';
import { SourceOwn } from './source-own.tsx';
import { SourceTags } from './source-tags.tsx';
import { SourceUses } from './source-uses.tsx';

export function SourceAbout({ source }: { source: Source }) {
  const cache = useQueryClient();
  const go = useNavigate();
  const [sheet, setSheet] = useState<HistorySheet>();
  const [asks, setAsks] = useState(false);
  const state = stateOf(source);
  const retry = useMutation({
    mutationFn: () => api.retrySource(source._id),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.sources }),
  });
  const refetchAll = () => {
    for (const queryKey of [keys.sources, keys.threads, keys.anyThread])
      void cache.invalidateQueries({ queryKey });
  };
  const restore = useMutation({
    mutationFn: () => libraryApi.many({ what: 'restore', ids: [source._id] }),
    onSuccess: refetchAll,
    onError: (error) => toast.error(messageOf(error)),
  });
  const remove = useMutation({
    mutationFn: () => libraryApi.many({ what: 'trash', ids: [source._id] }),
    onSuccess: async () => {
      toast.success(texts.deleted, {
        action: { label: manyTexts.undo, onClick: () => restore.mutate() },
      });
      await go('/library');
      refetchAll();
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <div className="divide-y divide-line text-sm *:px-5 *:py-4">
      <section aria-label={texts.status}>
        <div className="flex min-h-target items-center gap-2">
          {state.kind === 'ready' ? (
            <p className="flex flex-1 items-center gap-2 font-medium">
              <CircleCheck size={16} aria-hidden className="text-accent" />
              {source.refreshing ? texts.refreshing : texts.ready}
            </p>
          ) : (
            <StatusLine
              source={source}
              className="flex min-w-0 flex-1 items-center gap-2 font-medium"
            />
          )}
          {state.kind === 'issue' && (
            <Button disabled={retry.isPending} onClick={() => retry.mutate()}>
              <RotateCcw size={15} aria-hidden />
              {texts.retry}
            </Button>
          )}
        </div>
        {source.error && state.kind === 'issue' && (
          <p className="mt-1 text-ink-soft text-pretty">{source.error.message}</p>
        )}
        <Facts source={source} />
      </section>
      <SourceOwn source={source} onChanged={(now) => putSource(cache, now)} />
      <SourceTags source={source} onChanged={(now) => putSource(cache, now)} />
      <section aria-label={texts.fresh}>
        <h2 className="mb-3 font-semibold">{texts.fresh}</h2>
        {source.canonicalUrl.startsWith('upload:') ? (
          <p className="text-ink-soft">{texts.upload}</p>
        ) : (
          <HistoryPanel source={source} onOpen={setSheet} />
        )}
      </section>
      <SourceUses source={source} />
      <div>
        <Button
          look="quiet"
          className="-ml-3 text-danger!"
          disabled={remove.isPending}
          onClick={() => setAsks(true)}
        >
          <Trash2 size={15} aria-hidden />
          {texts.delete}
        </Button>
      </div>
      <HistorySheets source={source} opened={sheet} onClose={() => setSheet(undefined)} />
      <Confirm
        open={asks}
        onOpenChange={setAsks}
        title={texts.deleteTitle(titleOf(source))}
        text={texts.deleteText}
        action={texts.deleteAction}
        onConfirm={() => remove.mutate()}
      />
    </div>
  );
}

function Facts({ source }: { source: Source }) {
  const original = originalOf(source);
  const channel = source.youtube_metadata?.channel_data.channel_title;
  const { transcript } = source;
  const facts: [string, ReactNode][] = [
    [texts.kind, kindDescriptor(source.sourceType).label],
    [texts.channel, channel],
    [texts.site, channel ? undefined : source.web_provider],
    [texts.author, source.author === channel ? undefined : source.author],
    [
      texts.length,
      source.duration === undefined
        ? source.pages === undefined
          ? undefined
          : texts.pages(source.pages)
        : positionLabel('timed', source.duration),
    ],
    [
      texts.language,
      source.language && source.language !== 'und' ? languageName(source.language) : undefined,
    ],
    [
      texts.transcript,
      transcript && source.status.transcript === TranscriptStatus.ready
        ? texts.transcripts[transcript.kind]
        : undefined,
    ],
    [
      texts.published,
      source.publishedAt && !Number.isNaN(Date.parse(source.publishedAt))
        ? dayText(source.publishedAt)
        : undefined,
    ],
    [texts.moved, source.moved && movedText(source.moved)],
    [texts.added, dayText(source.createdAt)],
    [texts.saved, source.addedAt ? dayText(source.addedAt) : undefined],
    [texts.folders, source.folders?.join(libraryTexts.join)],
    [
      texts.original,
      original && (
        <a
          href={original}
          target="_blank"
          rel="noopener noreferrer"
          className="break-all underline decoration-line-strong underline-offset-2 hover:decoration-current"
        >
          {original.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
        </a>
      ),
    ],
  ];
  return (
    <dl className="mt-3 grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-[0.8125rem]">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="contents">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="min-w-0 whitespace-pre-line wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const movedText = ({ to, takenBy }: NonNullable<Source['moved']>): string =>
  takenBy === undefined ? to : texts.movedTaken(to);

const languageName = (code: string): string =>
  (/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code)
    ? new Intl.DisplayNames(document.documentElement.lang || 'en', { type: 'language' }).of(code)
    : undefined) ?? code;
