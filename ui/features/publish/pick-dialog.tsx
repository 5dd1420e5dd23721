/** Pictures of the sources: thumbnails that are kept, and frames of a video at a moment. */
import { useQuery } from '@tanstack/react-query';
import { Film } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Post } from '#core/contract/post.ts';
import type { Source } from '#core/contract/source.ts';
import { messageOf } from '#ui/client/api.ts';
import { postApi } from '#ui/client/post-api.ts';
import { titleOf } from '#ui/features/sources/index.ts';
import { Blank, Skeleton } from '#ui/kit/blank.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { publishTexts as texts } from '#ui/texts/publish.ts';
import { Field, INPUT } from './field.tsx';
import { jpegOf } from './jpeg.ts';
import { secondsOf } from './moment.ts';

interface PickDialogProps { post: Post; onPick: (url: string) => void; onFrame: (jpeg: Blob) => void; onClose: () => void }

export function PickDialog({ post, onPick, onFrame, onClose }: PickDialogProps) {
  const { data: sources, error, refetch } = useQuery({ queryKey: ['posts', 'pictures', post._id], queryFn: () => postApi.sources(post.thread ?? '') });
  const pictures = (sources ?? []).map((source) => ({ source, urls: picturesOf(source) })).filter((it) => it.urls.length > 0);
  const films = (sources ?? []).filter((it) => it.mediaUrl);
  return (
    <Sheet open onOpenChange={(stays) => { if (!stays) onClose(); }} title={texts.pick} description={texts.pickText}>
      {!sources && !error && <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">{[0, 1, 2].map((n) => <Skeleton key={n} className="aspect-video rounded-control!" />)}</div>}
      {error && !sources && <Blank title={texts.pickFailed} text={messageOf(error)}><Button onClick={() => void refetch()}>{texts.retry}</Button></Blank>}
      {sources && pictures.length === 0 && films.length === 0 && <p className="py-6 text-sm text-ink-soft">{texts.pickNone}</p>}
      <div className="space-y-5">
        {pictures.map(({ source, urls }) => (
          <section key={source._id} aria-label={titleOf(source)}>
            <h3 className="mb-2 truncate text-sm font-medium">{titleOf(source)}</h3>
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              {urls.map((url, at) => (
                <li key={url}>
                  <button type="button" aria-label={texts.pickOf(titleOf(source), at + 1)} onClick={() => onPick(url)} className="block aspect-video w-full overflow-hidden rounded-control border border-line bg-sunken hover:border-accent">
                    <img src={url} alt="" loading="lazy" className="size-full object-cover" />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {films.map((source) => <Frames key={source._id} source={source} onFrame={onFrame} />)}
      </div>
    </Sheet>
  );
}

/** Those that are kept on this server: others are not shown in the page. */
function picturesOf({ thumbnails, thumbnail }: Source): string[] {
  return [...new Set([thumbnails.preview, thumbnails.youtube?.video?.['default']?.url, thumbnail].filter((it) => it !== undefined))];
}

function Frames({ source, onFrame }: { source: Source; onFrame: (jpeg: Blob) => void }) {
  const film = useRef<HTMLVideoElement>(null);
  // Nothing of it is fetched before a frame is wanted.
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('0:01');
  const [problem, setProblem] = useState<string>();
  const atS = secondsOf(text);
  useEffect(() => { if (film.current && atS !== undefined) film.current.currentTime = atS; }, [atS, open]);
  const use = () => { if (film.current) void jpegOf(film.current).then(onFrame, () => setProblem(texts.frameOffline)); };
  return (
    <section aria-label={texts.frameOf(titleOf(source))}>
      <h3 className="mb-2 truncate text-sm font-medium">{texts.frameOf(titleOf(source))}</h3>
      {!open && <Button onClick={() => setOpen(true)}><Film size={16} aria-hidden />{texts.frame}</Button>}
      {open && <>
      <video ref={film} src={source.mediaUrl} crossOrigin="anonymous" muted playsInline preload="auto" onError={() => setProblem(texts.frameOffline)} className="aspect-video w-full rounded-control bg-sunken" />
      <div className="mt-2 flex items-end gap-2">
        <div className="w-36"><Field label={texts.frameAt} hint={texts.frameAtHint} problem={atS === undefined ? texts.frameWrong : undefined}>{(ids) => <input {...ids} value={text} inputMode="numeric" onChange={(event) => setText(event.target.value)} className={INPUT} />}</Field></div>
        <Button disabled={atS === undefined || problem !== undefined} onClick={use} className="mb-5">{texts.frameUse}</Button>
      </div>
      {problem && <p role="alert" className="text-xs text-danger">{problem}</p>}
      </>}
    </section>
  );
}
