/** The pane of the current source, or its placeholder. */
import { Plus } from 'lucide-react';
import { type ComponentProps, Suspense } from 'react';
import type { Source } from '#core/contract/source.ts';
import { loadWhenReachable } from '#ui/client/load-when-reachable.ts';
import { MissingSource } from '#ui/features/sources/index.ts';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { PaneBoundary } from '#ui/kit/pane-boundary.tsx';
import { lazyPart } from '#ui/kit/lazy-part.tsx';
import { paneTexts } from '#ui/kit/texts/panes.ts';
import type { SourceViewer as SourceViewerType } from '#ui/viewer/index.tsx';
import { workspaceTexts as texts } from './texts/workspace.ts';

const viewers = lazyPart(
  () => import('#ui/viewer/index.tsx').then(({ SourceViewer }) => SourceViewer),
  loadWhenReachable,
);

type ViewerPaneProps = Omit<ComponentProps<typeof SourceViewerType>, 'source'> & {
  source: Source | undefined;
  /** the requested or shown source is not in the thread */
  isMissing: boolean;
  onDismissMissing: () => void;
  onAdd: (() => void) | undefined;
};

export function ViewerPane({
  source,
  isMissing,
  onDismissMissing,
  onAdd,
  ...viewerProps
}: ViewerPaneProps) {
  return (
    <section
      id="source"
      aria-label={texts.viewer}
      className="h-full min-h-0 overflow-hidden bg-surface"
    >
      {isMissing ? (
        <Suspense>
          <MissingSource onDismiss={onDismissMissing} />
        </Suspense>
      ) : source ? (
        <PaneBoundary at={source._id} {...paneTexts.source} retryLabel={paneTexts.retry}>
          {() => {
            const SourceViewer = viewers.part();
            return (
              <SourceViewer
                waiting={
                  <div className="h-full p-4">
                    <Skeleton className="h-full rounded-card!" />
                  </div>
                }
                source={source}
                {...viewerProps}
              />
            );
          }}
        </PaneBoundary>
      ) : (
        <EmptyState className="h-full" title={texts.noSource} text={texts.noSourceText}>
          {onAdd && (
            <Button look="primary" onClick={onAdd}>
              <Plus size={17} aria-hidden />
              {texts.firstSource}
            </Button>
          )}
        </EmptyState>
      )}
    </section>
  );
}
