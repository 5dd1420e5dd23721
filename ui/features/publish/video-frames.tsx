/**
 * Frames of a video at a given time: drawn in the browser if its site allows it, else taken by the
 * server.
 */
import { useMutation } from '@tanstack/react-query';
import { Film } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Source } from '#core/contract/source.ts';
import { spanLabel } from '#core/editor/locator-link.ts';
import { messageOf } from '#ui/client/api.ts';
import { postApi } from '#ui/client/post-api.ts';
import { titleOf } from '#ui/features/sources/index.ts';
import { Button } from '#ui/kit/button.tsx';
import { Spinner } from '#ui/kit/spinner.tsx';
import { publishTexts as texts } from './texts.ts';
import { Field, INPUT, Problem } from './field.tsx';
import { cropToJpeg } from './crop-to-jpeg.ts';
import { parseVideoTime } from './video-time.ts';

interface FramesProps {
  postId: string;
  source: Source;
  onFrame: (jpeg: Blob) => void;
}

export function VideoFrames({ postId, source, onFrame }: FramesProps) {
  // Fetches nothing before a frame is requested.
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('0:01');
  const [drawn, setDrawn] = useState(source.mediaUrl !== undefined);
  const atS = parseVideoTime(text);
  const moment = (action: ReactNode) => (
    <div className="mt-2 flex items-end gap-2">
      <div className="w-36">
        <Field
          label={texts.frameAt}
          hint={texts.frameAtHint}
          problem={atS === undefined ? texts.frameWrong : undefined}
        >
          {(ids) => (
            <input
              {...ids}
              value={text}
              inputMode="numeric"
              onChange={(event) => setText(event.target.value)}
              className={INPUT}
            />
          )}
        </Field>
      </div>
      <div className="mb-5">{action}</div>
    </div>
  );
  return (
    <section aria-label={texts.frameOf(titleOf(source))}>
      <h3 className="mb-2 truncate text-sm font-medium">{texts.frameOf(titleOf(source))}</h3>
      {!open && (
        <Button onClick={() => setOpen(true)}>
          <Film size={16} aria-hidden />
          {texts.frame}
        </Button>
      )}
      {open && drawn && (
        <DrawnFrame
          src={source.mediaUrl ?? ''}
          atS={atS}
          moment={moment}
          onFrame={onFrame}
          onRefused={() => setDrawn(false)}
        />
      )}
      {open && !drawn && (
        <TakenFrame
          postId={postId}
          sourceId={source._id}
          atS={atS}
          moment={moment}
          onFrame={onFrame}
        />
      )}
    </section>
  );
}

interface FrameProps {
  /** seconds, if the input is a valid time */
  atS: number | undefined;
  moment: (action: ReactNode) => ReactNode;
  onFrame: (jpeg: Blob) => void;
}

function DrawnFrame({
  src,
  atS,
  moment,
  onFrame,
  onRefused,
}: FrameProps & {
  src: string;
  /** the page can't play or draw it */
  onRefused: () => void;
}) {
  const film = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (film.current && atS !== undefined) film.current.currentTime = atS;
  }, [atS]);
  const use = () => {
    if (film.current) void cropToJpeg(film.current).then(onFrame, onRefused);
  };
  return (
    <>
      <video
        ref={film}
        src={src}
        crossOrigin="anonymous"
        muted
        playsInline
        preload="auto"
        onError={onRefused}
        className="aspect-video w-full rounded-control bg-sunken"
      />
      {moment(
        <Button disabled={atS === undefined} onClick={use}>
          {texts.frameUse}
        </Button>,
      )}
    </>
  );
}

function TakenFrame({
  postId,
  sourceId,
  atS,
  moment,
  onFrame,
}: FrameProps & { postId: string; sourceId: string }) {
  const take = useMutation({
    mutationFn: (second: number) => postApi.frame(postId, sourceId, second),
  });
  const { data: taken, isPending, error } = take;
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    const url = taken && URL.createObjectURL(taken.jpeg);
    setShown(url);
    return () => {
      if (url) URL.revokeObjectURL(url);
    };
  }, [taken]);
  return (
    <>
      <p className="mb-2 text-xs text-ink-soft">{texts.frameByServer}</p>
      <div className="grid aspect-video w-full place-items-center overflow-hidden rounded-control bg-sunken text-sm text-ink-soft">
        {isPending ? (
          <p role="status" className="flex items-center gap-2">
            <Spinner />
            {texts.frameTaking}
          </p>
        ) : shown && taken ? (
          <img
            src={shown}
            alt={texts.frameShown(spanLabel('timed', taken.atS))}
            className="size-full object-contain"
          />
        ) : (
          <Film size={24} strokeWidth={1.5} aria-hidden className="text-ink-faint" />
        )}
      </div>
      {taken && !taken.isOfFilm && (
        <p className="mt-1.5 text-xs text-ink-soft">
          {texts.frameSmall(spanLabel('timed', taken.atS))}
        </p>
      )}
      <Problem text={error ? messageOf(error) : undefined} />
      {moment(
        <span className="flex flex-wrap gap-2">
          <Button
            disabled={atS === undefined || isPending}
            onClick={() => {
              if (atS !== undefined) take.mutate(atS);
            }}
          >
            {texts.frameShow}
          </Button>
          {taken && (
            <Button look="primary" disabled={isPending} onClick={() => onFrame(taken.jpeg)}>
              {texts.frameUse}
            </Button>
          )}
        </span>,
      )}
    </>
  );
}
