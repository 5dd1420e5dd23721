/** The cover of a post: uploaded and cropped, or taken from its sources. It is changed at once. */
import { useQueryClient } from '@tanstack/react-query';
import { ImagePlus, ImageUp, Images, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState, type DragEvent } from 'react';
import type { Post } from '#core/contract/post.ts';
import { messageOf } from '#ui/client/api.ts';
import { postApi } from '#ui/client/post-api.ts';
import { keys } from '#ui/client/queries.ts';
import { Button } from '#ui/kit/button.tsx';
import { Spinner } from '#ui/kit/spinner.tsx';
import { toast } from '#ui/kit/toast.ts';
import { publishTexts as texts } from '#ui/texts/publish.ts';
import { Problem } from './field.tsx';

const CropDialog = lazy(() =>
  import('./crop-dialog.tsx').then((it) => ({ default: it.CropDialog })),
);
const PickDialog = lazy(() =>
  import('./pick-dialog.tsx').then((it) => ({ default: it.PickDialog })),
);
const MAX_BYTES = 20 * 2 ** 20;

export function CoverField({ post, problem }: { post: Post; problem: string | undefined }) {
  const cache = useQueryClient();
  const file = useRef<HTMLInputElement>(null);
  const [cropping, setCropping] = useState<Blob>();
  const [picking, setPicking] = useState(false);
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const [over, setOver] = useState(false);
  const busy = share !== undefined;

  async function change(how: () => Promise<Post>, said: string): Promise<void> {
    setFailure(undefined);
    setShare(0);
    try {
      const next = await how();
      cache.setQueryData(keys.post(next._id), next);
      void cache.invalidateQueries({ queryKey: keys.postLists });
      toast.success(said);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setShare(undefined);
    }
  }
  const uploaded = (image: Blob) =>
    void change(() => postApi.uploadCover(post._id, image, 'cover.jpg', setShare), texts.coverDone);
  const given = (image: File | undefined) => {
    if (!image) return;
    if (!/^image\/(?!svg)/.test(image.type)) setFailure(texts.coverNotImage);
    else if (image.size > MAX_BYTES) setFailure(texts.coverTooBig);
    else {
      setFailure(undefined);
      setCropping(image);
    }
  };
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    given(event.dataTransfer.files[0]);
  };

  return (
    <section aria-label={texts.cover}>
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={dropped}
        className={`relative grid w-full place-items-center overflow-hidden rounded-card border bg-sunken ${post.cover ? 'aspect-video max-h-80' : 'h-40'} ${over ? 'border-accent' : post.cover ? 'border-line' : 'border-dashed border-line-strong'}`}
      >
        {post.cover ? (
          <img
            src={post.cover.url}
            srcSet={post.cover.sizes.map((it) => `${it.url} ${it.width}w`).join(', ')}
            sizes="(min-width: 40rem) 36rem, 100vw"
            alt={texts.coverAlt}
            className="size-full object-cover"
          />
        ) : (
          <p className="flex flex-col items-center gap-2 px-4 text-center text-sm text-ink-soft">
            <ImagePlus size={24} strokeWidth={1.5} aria-hidden className="text-ink-faint" />
            {texts.coverNone}
            <span className="text-xs text-ink-faint">{texts.coverKinds}</span>
          </p>
        )}
        {busy && (
          <p
            role="status"
            className="absolute inset-0 flex items-center justify-center gap-2.5 bg-scrim text-sm text-surface"
          >
            <Spinner />
            {share > 0 && share < 1 && texts.coverProgress(share)}
          </p>
        )}
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button disabled={busy} onClick={() => file.current?.click()}>
          <ImageUp size={16} aria-hidden />
          {texts.coverUpload}
        </Button>
        <Button disabled={busy || post.thread === null} onClick={() => setPicking(true)}>
          <Images size={16} aria-hidden />
          {texts.coverVideo}
        </Button>
        {post.cover && (
          <Button
            look="quiet"
            disabled={busy}
            onClick={() =>
              void change(() => postApi.update(post._id, { cover: null }), texts.coverRemoved)
            }
          >
            <Trash2 size={16} aria-hidden />
            {texts.coverRemove}
          </Button>
        )}
      </div>
      <input
        ref={file}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif"
        aria-label={texts.coverUpload}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          given(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Problem text={failure ?? problem} />
      <p className="mt-1.5 text-xs text-ink-soft">{texts.coverNow}</p>
      <Suspense>
        {cropping && (
          <CropDialog
            image={cropping}
            onClose={() => setCropping(undefined)}
            onDone={(jpeg) => {
              setCropping(undefined);
              uploaded(jpeg);
            }}
          />
        )}
        {picking && (
          <PickDialog
            post={post}
            onClose={() => setPicking(false)}
            onPick={(url) => {
              setPicking(false);
              void change(() => postApi.update(post._id, { cover: url }), texts.coverDone);
            }}
            onFrame={(jpeg) => {
              setPicking(false);
              uploaded(jpeg);
            }}
          />
        )}
      </Suspense>
    </section>
  );
}
