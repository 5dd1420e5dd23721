/**
 * The cover of a post: an uploaded and cropped image, or one of its sources. Changes apply
 * immediately.
 */
import { ImagePlus, ImageUp, Images, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState, type DragEvent } from 'react';
import type { Post } from '#core/contract/post.ts';
import { Button } from '#ui/kit/button.tsx';
import { Spinner } from '#ui/kit/spinner.tsx';
import { publishTexts as texts } from './texts.ts';
import { Problem } from './field.tsx';
import { coverProblem, useCover } from './use-cover.ts';

const CropDialog = lazy(() =>
  import('./crop-dialog.tsx').then((it) => ({ default: it.CropDialog })),
);
const PickDialog = lazy(() =>
  import('./pick-dialog.tsx').then((it) => ({ default: it.PickDialog })),
);
export function CoverField({ post, problem }: { post: Post; problem: string | undefined }) {
  const file = useRef<HTMLInputElement>(null);
  const [cropping, setCropping] = useState<Blob>();
  const [picking, setPicking] = useState(false);
  const { isBusy, share, failure, setFailure, upload, pick, remove } = useCover(post);
  const [over, setOver] = useState(false);

  const given = (image: File | undefined) => {
    if (!image) return;
    const reason = coverProblem(image);
    setFailure(reason);
    if (reason === undefined) setCropping(image);
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
        <CoverImage cover={post.cover} />
        {isBusy && (
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
        <Button disabled={isBusy} onClick={() => file.current?.click()}>
          <ImageUp size={16} aria-hidden />
          {texts.coverUpload}
        </Button>
        <Button disabled={isBusy || post.thread === null} onClick={() => setPicking(true)}>
          <Images size={16} aria-hidden />
          {texts.coverVideo}
        </Button>
        {post.cover && (
          <Button look="quiet" disabled={isBusy} onClick={remove}>
            <Trash2 size={16} aria-hidden />
            {texts.coverRemove}
          </Button>
        )}
      </div>
      <input
        ref={file}
        type="file"
        accept="image/*"
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
              upload(jpeg);
            }}
          />
        )}
        {picking && (
          <PickDialog
            post={post}
            onClose={() => setPicking(false)}
            onPick={(url) => {
              setPicking(false);
              pick(url);
            }}
            onFrame={(jpeg) => {
              setPicking(false);
              upload(jpeg);
            }}
          />
        )}
      </Suspense>
    </section>
  );
}

function CoverImage({ cover }: { cover: Post['cover'] }) {
  if (!cover)
    return (
      <p className="flex flex-col items-center gap-2 px-4 text-center text-sm text-ink-soft">
        <ImagePlus size={24} strokeWidth={1.5} aria-hidden className="text-ink-faint" />
        {texts.coverNone}
        <span className="text-xs text-ink-faint">{texts.coverKinds}</span>
      </p>
    );
  return (
    <img
      src={cover.url}
      srcSet={cover.sizes.map((it) => `${it.url} ${it.width}w`).join(', ')}
      sizes="(min-width: 40rem) 36rem, 100vw"
      alt={texts.coverAlt}
      className="size-full object-cover"
    />
  );
}
