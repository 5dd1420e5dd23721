import { useQuery } from '@tanstack/react-query';
import { type ReactNodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { ImageOff, ImagePlus, Play, RotateCw, Trash2 } from 'lucide-react';
import { use, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { image } from '#core/editor/blocks/image/block.ts';
import { spanLabel } from '#core/editor/locator-link.ts';
import { INDENT_PX } from '#core/editor/text-blocks.ts';
import { messageOf } from '#ui/client/api.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { toast } from '#ui/kit/toast.ts';
import { textBlockTexts } from '../texts/text-blocks.ts';
import { fileUrl } from '../images/file-requests.ts';
import { pickImages, type NewImage } from '../images/insert-images.ts';
import { isImage, readableImage } from '../images/readable-image.ts';
import { removeImage } from '../images/remove-image.ts';
import { UploadsContext, useUpload } from '../images/uploads-context.ts';
import { useEditorHost } from '../editor-host.ts';
import { ImageAlt } from './image-alt.tsx';
import { ImageWidth } from './image-width.tsx';

const texts = textBlockTexts.image;
/** An address is valid for minutes; a loaded image keeps its address. */
const HELD_MS = 5 * 60_000;

export function ImageView(view: ReactNodeViewProps) {
  const { readOnly, onGo } = useEditorHost();
  const it = image.read(view.node.attrs);
  const id = it._id ?? '';
  const { uploads, upload } = useUpload(id);
  const frame = useRef<HTMLDivElement>(null);
  const [place] = image.locators(it);
  const remove = () => removeImage(view.editor, id, it.file_key, uploads);
  const take = async ([first]: readonly NewImage[]) => {
    const blob = first && (await readableImage(first.file));
    if (!blob) {
      if (first) toast.error(isImage(first.file) ? texts.unreadable : texts.notImage);
      return;
    }
    uploads?.add(id, { name: first.name, blob });
  };
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    void take([{ file, name: file.name }]);
  };

  const shown =
    it.file_key !== '' ? (
      <Shown fileKey={it.file_key} alt={it.alt} />
    ) : upload ? (
      <img src={upload.preview} alt={it.alt} className="w-full rounded-control" />
    ) : (
      <Missing
        readOnly={readOnly}
        named={it.file !== ''}
        onPick={() => pickImages((images) => void take(images))}
        onDrop={drop}
      />
    );
  return (
    <NodeViewWrapper
      as="figure"
      aria-label={it.alt || texts.name}
      data-drag-handle
      className="note-block note-image group"
      style={{ marginInlineStart: it.indent * INDENT_PX }}
    >
      <div
        ref={frame}
        contentEditable={false}
        className={`relative max-w-full rounded-control ${it.width === 0 ? 'w-fit' : ''} ${view.selected ? 'outline-2 outline-offset-2 outline-(--focus)' : ''}`}
        style={it.width > 0 ? { width: it.width } : undefined}
      >
        {shown}
        {upload && <Progress {...upload} onRetry={() => uploads?.retry(id)} onRemove={remove} />}
        {!readOnly && (
          <>
            {it.file_key !== '' && (
              <ImageWidth
                frame={frame}
                width={it.width}
                onWidth={(width) => view.updateAttributes({ width })}
              />
            )}
            <span className="absolute top-2 right-2 flex gap-1 rounded-control bg-raised/95 p-0.5 opacity-0 shadow-mid group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
              <ImageAlt alt={it.alt} onAlt={(alt) => view.updateAttributes({ alt })} />
              <IconButton
                label={texts.remove}
                onClick={remove}
                className="size-8! pointer-coarse:size-11!"
              >
                <Trash2 size={15} aria-hidden />
              </IconButton>
            </span>
          </>
        )}
      </div>
      {place && (
        <figcaption contentEditable={false} className="mt-1.5">
          <button
            type="button"
            aria-label={texts.go(spanLabel('timed', it.sec))}
            onClick={() => onGo(place.sourceId, place.locator)}
            className="inline-flex min-h-7 items-center gap-1.5 rounded-full bg-accent-soft px-2.5 font-sans text-[0.8125rem] font-medium text-accent-strong tabular-nums hover:bg-accent hover:text-on-accent pointer-coarse:min-h-11"
          >
            <Play size={13} aria-hidden fill="currentColor" />
            {spanLabel('timed', it.sec)}
          </button>
        </figcaption>
      )}
    </NodeViewWrapper>
  );
}

/** Requests another address when the current one expires. */
function Shown({ fileKey, alt }: { fileKey: string; alt: string }) {
  const threadId = use(UploadsContext)?.threadId ?? '';
  const [failedAt, setFailedAt] = useState<string>();
  /** another address was requested, and its image has not loaded yet */
  const [isRenewed, setRenewed] = useState(false);
  const {
    data: url,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['file', threadId, fileKey],
    queryFn: () => fileUrl(threadId, fileKey),
    staleTime: HELD_MS,
    refetchOnWindowFocus: false,
    enabled: threadId !== '',
  });
  if (error || (url !== undefined && url === failedAt && !isFetching)) {
    return (
      <Panel
        icon={<ImageOff size={20} aria-hidden />}
        said={texts.notShown}
        detail={error ? messageOf(error) : undefined}
      >
        <Button
          onClick={() => {
            setFailedAt(undefined);
            void refetch();
          }}
        >
          <RotateCw size={15} aria-hidden />
          {texts.retry}
        </Button>
      </Panel>
    );
  }
  if (url === undefined)
    return (
      <div
        role="status"
        aria-label={texts.loading}
        className="skeleton aspect-video w-full min-w-60"
      />
    );
  // The first failure may be an expired address; a failure of the new one is a real error.
  const renew = async () => {
    setRenewed(true);
    const { data } = await refetch();
    if (data === url) setFailedAt(url);
  };
  return (
    <img
      key={url}
      src={url}
      alt={alt}
      draggable={false}
      className="block h-auto w-full rounded-control"
      onLoad={() => setRenewed(false)}
      onError={() => {
        if (isRenewed) setFailedAt(url);
        else void renew();
      }}
    />
  );
}

function Missing({
  readOnly,
  named,
  onPick,
  onDrop,
}: {
  readOnly: boolean;
  named: boolean;
  onPick: () => void;
  onDrop: (event: DragEvent) => void;
}) {
  if (readOnly || named)
    return (
      <Panel icon={<ImageOff size={20} aria-hidden />} said={texts.elsewhere}>
        {!readOnly && <Button onClick={onPick}>{texts.replace}</Button>}
      </Panel>
    );
  return (
    <button
      type="button"
      onClick={onPick}
      onDrop={onDrop}
      onDragOver={(event) => event.preventDefault()}
      className="flex w-full min-w-72 items-center gap-3 rounded-card border border-dashed border-line-strong px-4 py-5 text-left font-sans text-sm hover:bg-hover"
    >
      <ImagePlus size={20} aria-hidden className="text-ink-faint" />
      <span className="font-medium">{texts.choose}</span>
      <span className="text-ink-soft">{texts.chooseHint}</span>
    </button>
  );
}

function Progress({
  state,
  share,
  problem,
  onRetry,
  onRemove,
}: {
  state: 'waiting' | 'sending' | 'failed';
  share: number;
  problem?: string;
  onRetry: () => void;
  onRemove: () => void;
}) {
  if (state === 'failed') {
    return (
      <Panel alert icon={<ImageOff size={20} aria-hidden />} said={texts.failed} detail={problem}>
        <Button onClick={onRetry}>
          <RotateCw size={15} aria-hidden />
          {texts.retry}
        </Button>
        <Button look="quiet" onClick={onRemove}>
          {texts.remove}
        </Button>
      </Panel>
    );
  }
  const percent = Math.round(share * 100);
  return (
    <div className="absolute inset-x-2 bottom-2 overflow-hidden rounded-control bg-raised/95 font-sans text-xs text-ink-soft shadow-low">
      <p role="status" className="px-2.5 py-1.5">
        {state === 'sending' ? texts.uploading(percent / 100) : texts.waiting}
      </p>
      {state === 'sending' && (
        <div
          role="progressbar"
          aria-label={texts.name}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-0.5 bg-accent transition-[width] duration-(--quick)"
          style={{ width: `${percent}%` }}
        />
      )}
    </div>
  );
}

function Panel({
  icon,
  said,
  detail,
  alert = false,
  children,
}: {
  icon: ReactNode;
  said: string;
  detail?: string | undefined;
  alert?: boolean;
  children?: ReactNode;
}) {
  return (
    <div
      role={alert ? 'alert' : 'note'}
      className="mt-1 flex w-full min-w-72 flex-wrap items-center gap-3 rounded-card border border-line bg-sunken px-4 py-4 font-sans text-sm text-ink-soft"
    >
      {icon}
      <span className="min-w-0 flex-1">
        {said}
        {detail && <span className="block text-xs">{detail}</span>}
      </span>
      {children}
    </div>
  );
}
