import { useCallback, useImperativeHandle, useMemo, useRef } from 'react';
import type { Ref } from 'react';
import type { Medium } from '#core/contract/locator.ts';
import type { Source } from '#core/contract/source.ts';
import { loadWhenReachable } from '#ui/client/load-when-reachable.ts';
import { canEditLink, retryHelps, useRetrySource } from '#ui/client/retry-source.ts';
import { paneTexts } from '#ui/kit/texts/panes.ts';
import { toast } from '#ui/kit/toast.ts';
import { viewerTexts as texts } from './texts/viewer.ts';
import { PaneBoundary } from '../kit/pane-boundary.tsx';
import { lazyPart, type LazyPart } from '../kit/lazy-part.tsx';
import './viewer.css';
import { History } from './history/history.tsx';
import { FailedSourceContext, type FailedSourceActions } from './failed-source.tsx';
import { HeldVersionNotice } from './held-version-notice.tsx';
import { Notice, Waiting } from './notice.tsx';
import { ReaderSettings } from './reading/reader-settings.tsx';
import { sourceNotice } from './source-notice.ts';
import type {
  AskOfClip,
  ClipChange,
  ClipRequest,
  MediumHandle,
  MediumProps,
  Target,
  ViewerClip,
  ViewerHandle,
} from './viewer-handle.ts';

const MEDIA: Record<Medium, LazyPart<MediumProps>> = {
  timed: lazyPart(
    async () => (await import('./timed/timed-viewer.tsx')).TimedViewer,
    loadWhenReachable,
  ),
  paged: lazyPart(
    async () => (await import('./paged/paged-viewer.tsx')).PagedViewer,
    loadWhenReachable,
  ),
  flow: lazyPart(
    async () => (await import('./flow/flow-viewer.tsx')).FlowViewer,
    loadWhenReachable,
  ),
};

const NO_CLIPS: readonly ViewerClip[] = [];

export interface SourceViewerProps {
  source: Source;
  /** the thread through which a reader may see it; its owner needs none */
  threadId: string | undefined;
  ref?: Ref<ViewerHandle>;
  onClip: (clip: ClipRequest) => void;
  /** undefined for people who can't ask here */
  onAsk?: AskOfClip | undefined;
  /** saved clips of this source, which are shown in it */
  clips?: readonly ViewerClip[];
  /** Called from a web page. */
  onEditClip?: (id: string) => void;
  onDeleteClip?: ((id: string) => void) | undefined;
  /** undefined if clips can't be edited */
  onChangeClip?: ((id: string, change: ClipChange) => void) | undefined;
  /** the viewer's own source: can be refreshed, and get another transcript */
  own: boolean;
  /** Offered if it could not be read. */
  onEditLink?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
}

/** A source in the viewer of its medium. It fills its parent. */
export function SourceViewer({
  source,
  threadId,
  ref,
  onClip,
  onAsk,
  clips = NO_CLIPS,
  onEditClip,
  onDeleteClip,
  onChangeClip,
  own,
  onEditLink,
  onRemove,
}: SourceViewerProps) {
  const shown = useRef<{ sourceId: string; handle: MediumHandle } | null>(null);
  const pending = useRef<{ target: Target; sourceId: string | undefined } | null>(null);

  const deliver = useCallback(() => {
    const wanted = pending.current;
    const at = shown.current;
    if (!wanted || !at) return;
    if (wanted.sourceId !== undefined && wanted.sourceId !== at.sourceId) return;
    pending.current = null;
    at.handle.goTo(wanted.target);
  }, []);

  useImperativeHandle(
    ref,
    () => ({
      goTo(target, sourceId) {
        pending.current = { target, sourceId };
        deliver();
      },
      place: () => shown.current?.handle.place() ?? 0,
      paragraphs: () => shown.current?.handle.paragraphs?.(),
      clipLast() {
        const clip = shown.current?.handle.clipLast;
        clip?.();
        return clip !== undefined;
      },
    }),
    [deliver],
  );

  const sourceId = source._id;
  const attach = useCallback(
    (handle: MediumHandle | null) => {
      shown.current = handle ? { sourceId, handle } : null;
      deliver();
    },
    [sourceId, deliver],
  );

  const medium = MEDIA[source.medium];
  const notice = sourceNotice(source);
  const retry = useRetrySource(toast.error);
  const again =
    own && notice?.tone !== 'busy' && retryHelps(source) ? () => retry.mutate(source) : undefined;
  const isFailed = notice !== undefined && notice.tone !== 'busy';
  const actions = useMemo(
    (): FailedSourceActions =>
      isFailed ? { onRemove, onEditLink: canEditLink(source) ? onEditLink : undefined } : {},
    [isFailed, source, onEditLink, onRemove],
  );
  return (
    <FailedSourceContext value={actions}>
      <div className="flex h-full min-h-0 w-full min-w-0 flex-col bg-surface text-ink">
        {notice && notice.from === 'source' && <Notice notice={notice} onRetry={again} />}
        {own && <HeldVersionNotice source={source} />}
        {own && source.refreshError && source.refreshing !== true && (
          <p
            role="status"
            className="border-b border-line bg-warn-soft px-3 py-1.5 text-[12px] text-pretty text-warn"
          >
            {texts.lastRefreshFailed(source.refreshError.message)}
          </p>
        )}
        <div className="relative min-h-0 flex-1">
          <PaneBoundary
            at={`${source._id}:${source.version}`}
            {...paneTexts.source}
            retryLabel={paneTexts.retry}
          >
            {() => {
              const Viewer = medium.part();
              return (
                <Viewer
                  key={source._id}
                  source={source}
                  threadId={threadId}
                  clips={clips}
                  onClip={onClip}
                  onAsk={onAsk}
                  waiting={<Waiting label={texts.settingUp} />}
                  onEditClip={onEditClip}
                  onDeleteClip={onDeleteClip}
                  onChangeClip={onChangeClip}
                  ref={attach}
                  own={own}
                  tools={
                    <>
                      {source.medium !== 'paged' && <ReaderSettings />}
                      {own && <History source={source} />}
                    </>
                  }
                />
              );
            }}
          </PaneBoundary>
        </div>
      </div>
    </FailedSourceContext>
  );
}
