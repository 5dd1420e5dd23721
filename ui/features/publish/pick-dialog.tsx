/** Images of the sources: stored thumbnails, and frames of a video. */
import { useQuery } from '@tanstack/react-query';
import type { Post } from '#core/contract/post.ts';
import type { Source } from '#core/contract/source.ts';
import { messageOf } from '#ui/client/api.ts';
import { postApi } from '#ui/client/post-api.ts';
import { titleOf } from '#ui/features/sources/index.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { publishTexts as texts } from './texts.ts';
import { VideoFrames } from './video-frames.tsx';

interface PickDialogProps {
  post: Post;
  onPick: (url: string) => void;
  onFrame: (jpeg: Blob) => void;
  onClose: () => void;
}

export function PickDialog({ post, onPick, onFrame, onClose }: PickDialogProps) {
  const {
    data: sources,
    error,
    refetch,
  } = useQuery({
    queryKey: ['posts', 'pictures', post._id],
    queryFn: () => postApi.sources(post.thread ?? ''),
  });
  const pictures = (sources ?? [])
    .map((source) => ({ source, urls: picturesOf(source) }))
    .filter((it) => it.urls.length > 0);
  const films = (sources ?? []).filter((it) => it.medium === 'timed');
  return (
    <Sheet
      open
      onOpenChange={(stays) => {
        if (!stays) onClose();
      }}
      title={texts.pick}
      description={texts.pickText}
    >
      {!sources && !error && (
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {[0, 1, 2].map((n) => (
            <Skeleton key={n} className="aspect-video rounded-control!" />
          ))}
        </div>
      )}
      {error && !sources && (
        <EmptyState title={texts.pickFailed} text={messageOf(error)}>
          <Button onClick={() => void refetch()}>{texts.retry}</Button>
        </EmptyState>
      )}
      {sources && pictures.length === 0 && films.length === 0 && (
        <p className="py-6 text-sm text-ink-soft">{texts.pickNone}</p>
      )}
      <div className="space-y-5">
        {pictures.map(({ source, urls }) => (
          <section key={source._id} aria-label={titleOf(source)}>
            <h3 className="mb-2 truncate text-sm font-medium">{titleOf(source)}</h3>
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              {urls.map((url, at) => (
                <li key={url}>
                  <button
                    type="button"
                    aria-label={texts.pickOf(titleOf(source), at + 1)}
                    onClick={() => onPick(url)}
                    className="block aspect-video w-full overflow-hidden rounded-control border border-line bg-sunken hover:border-accent"
                  >
                    <img src={url} alt="" loading="lazy" className="size-full object-cover" />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {films.map((source) => (
          <VideoFrames key={source._id} postId={post._id} source={source} onFrame={onFrame} />
        ))}
      </div>
    </Sheet>
  );
}

/** Images stored on this server: the page shows no others. */
function picturesOf({ thumbnails, thumbnail }: Source): string[] {
  return [...new Set([thumbnails.preview, thumbnail].filter((it) => it !== undefined))];
}
