import { ExternalLink, Globe, LoaderCircle, Search } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { WebpageStatus } from '#core/contract/source.ts';
import { useIsDark } from '../../kit/theme.ts';
import { Failure, Lines } from '../notice.tsx';
import { useHeldUrl } from '../held-url.ts';
import { sourceNotice } from '../source-notice.ts';
import { ToolButton } from '../tool-button.tsx';
import { quoteOf } from '../viewer-handle.ts';
import type { MediumProps, Target } from '../viewer-handle.ts';
import { FrameLink } from './frame-link.ts';
import { clipLocator, framePlace } from './frame-messages.ts';
import type { FrameMessage, FramePlace } from './frame-messages.ts';
import { PageFind } from './page-find.tsx';

type Mode = 'web' | 'reader';
const MODES: readonly { mode: Mode; label: string }[] = [{ mode: 'web', label: 'Web' }, { mode: 'reader', label: 'Reader' }];

/** How often a page may lead its frame elsewhere before it is given up. */
const MOST_STRAYS = 2;

function placeOfTarget(target: Target): FramePlace | undefined {
  if ('medium' in target) return target.medium === 'flow' ? framePlace(target) : undefined;
  const quote = quoteOf(target);
  return { paragraph: target.place, ...(quote === undefined ? {} : { quote }) };
}

/** A web page: as it was, or for reading. Either is foreign, and shut in a frame that can reach nothing of ours. */
export function FlowViewer({ source, clips, onClip, onEditClip, onDeleteClip, tools, ref }: MediumProps) {
  const [chosen, setChosen] = useState<Mode>('reader');
  const [isReady, setReady] = useState(false);
  const [finding, setFinding] = useState(false);
  const [found, setFound] = useState<{ current: number; total: number }>();
  const [hasIcon, setHasIcon] = useState(true);
  const frame = useRef<HTMLIFrameElement>(null);
  const link = useRef<FrameLink | null>(null);
  const kept = useRef<FramePlace | null>(null);
  const seen = useRef(1);
  const theme = useIsDark() ? 'dark' : 'light';

  const web = useHeldUrl(`${source._id}:${source.version}:web`, source.fileUrl);
  const reader = useHeldUrl(`${source._id}:${source.version}:reader`, source.readModFileUrl);
  const mode: Mode = chosen === 'reader' && reader.url === undefined && web.url !== undefined ? 'web' : chosen;
  const { url, round } = mode === 'reader' ? reader : web;
  const [strayed, setStrayed] = useState(0);
  const frameKey = `${mode}:${round}:${strayed}`;

  const places = useMemo(() => clips.flatMap((clip) => (clip.locator.medium === 'flow' ? [{ ...framePlace(clip.locator), _id: clip._id }] : [])), [clips]);

  const heed = useCallback((message: FrameMessage) => {
    switch (message.type) {
      case 'web_ready': setReady(true); break;
      case 'web_place': seen.current = message.paragraph; break;
      case 'web_createClip': onClip({ locator: clipLocator(message) }); break;
      case 'web_editClip': onEditClip?.(message._id); break;
      case 'web_deleteClip': onDeleteClip?.(message._id); break;
      case 'web_found': setFound({ current: message.current, total: message.total }); break;
      case 'web_link': window.open(message.href, '_blank', 'noopener,noreferrer'); break;
    }
  }, [onClip, onEditClip, onDeleteClip]);
  const latest = useRef(heed);
  useEffect(() => { latest.current = heed; }, [heed]);

  const hangUp = useCallback(() => {
    link.current?.close();
    link.current = null;
    setReady(false);
    setFound(undefined);
  }, []);
  useEffect(() => hangUp, [hangUp, frameKey]);

  const onLoad = () => {
    const page = frame.current?.contentWindow;
    if (!page) return;
    if (link.current) {
      // It has gone elsewhere: no other page is ever given a port, and ours is brought back.
      hangUp();
      setStrayed((it) => it + 1);
      return;
    }
    link.current = new FrameLink(page, (message) => latest.current(message));
  };

  const go = useCallback((place: FramePlace) => {
    kept.current = place;
    if (!isReady) return;
    link.current?.tell({ type: 'webIframe_scrollTo', ...place });
  }, [isReady]);

  useEffect(() => { if (isReady) link.current?.tell({ type: 'webIframe_theme', theme: mode === 'reader' ? theme : 'light' }); }, [isReady, theme, mode]);
  useEffect(() => { if (isReady) link.current?.tell({ type: 'webIframe_updateClips', clips: places, canDelete: onDeleteClip !== undefined }); }, [isReady, places, onDeleteClip]);
  useEffect(() => {
    if (!isReady || !kept.current) return;
    link.current?.tell({ type: 'webIframe_scrollTo', ...kept.current });
  }, [isReady]);

  useImperativeHandle(ref, () => ({
    goTo(target) {
      const place = placeOfTarget(target);
      if (place) go(place);
    },
    place: () => seen.current,
  }), [go]);

  const switchTo = (next: string) => {
    if (next !== 'web' && next !== 'reader') return;
    // The same paragraph in the other view.
    kept.current = seen.current > 1 ? { paragraph: seen.current } : null;
    setChosen(next);
  };

  const notice = sourceNotice(source);
  const failed = source.status.webpage_processing === WebpageStatus.failed;
  const isBusy = !failed && (url === undefined || source.status.webpage_processing === WebpageStatus.processing);
  const icon = source.thumbnails.icon;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex min-h-11 items-center gap-2 border-b border-line bg-surface py-1 pl-3 pr-2">
        {icon !== undefined && hasIcon
          ? <img src={icon} alt="" width={18} height={18} referrerPolicy="no-referrer" onError={() => setHasIcon(false)} className="size-[18px] shrink-0 rounded-[3px]" />
          : <Globe aria-hidden size={17} className="shrink-0 text-ink-faint" />}
        <h2 className="mr-auto min-w-0 truncate text-[14px] font-medium" title={source.title}>{source.title}</h2>
        {(isBusy || (!isReady && !failed)) && <LoaderCircle role="img" aria-label="Loading" size={16} className="shrink-0 text-ink-faint motion-safe:animate-spin" />}
        <ToolButton icon={Search} label="Find in page" aria-pressed={finding} disabled={!isReady} onClick={() => setFinding(!finding)} />
        {tools}
        {source.sourceUrl !== undefined && (
          <a href={source.sourceUrl} target="_blank" rel="noopener noreferrer" aria-label="Open the original" title="Open the original" className="grid size-target shrink-0 place-items-center rounded-control text-ink-soft hover:bg-hover hover:text-ink max-sm:hidden">
            <ExternalLink aria-hidden size={16} />
          </a>
        )}
        <ToggleGroup.Root type="single" value={mode} onValueChange={switchTo} aria-label="View" className="flex shrink-0 rounded-control bg-sunken p-0.5">
          {MODES.map((it) => (
            <ToggleGroup.Item
              key={it.mode} value={it.mode} disabled={failed || (it.mode === 'web' ? web.url : reader.url) === undefined}
              className="min-h-[calc(var(--target)-4px)] rounded-[6px] px-3 text-[13px] font-medium text-ink-soft hover:text-ink disabled:opacity-50 data-[state=on]:bg-raised data-[state=on]:text-ink data-[state=on]:shadow-low"
            >
              {it.label}
            </ToggleGroup.Item>
          ))}
        </ToggleGroup.Root>
      </header>
      {finding && isReady && (
        <PageFind found={found} onFind={(query, step) => link.current?.tell({ type: 'webIframe_find', query, step })} onClose={() => setFinding(false)} />
      )}
      <div className={`relative min-h-0 flex-1 ${mode === 'web' && !isBusy ? 'bg-[#fff]' : 'bg-surface'}`}>
        {failed && <Failure text={'Could\'nt load the website'} detail={source.error?.message} href={source.sourceUrl} />}
        {isBusy && (
          <div role="status" className="absolute inset-0 overflow-hidden p-6">
            <div className="mx-auto max-w-[68ch]">
              <p className="mb-6 text-[14px] text-ink-soft">
                <span>Webpage is processing...</span>{notice?.detail !== undefined && <span className="text-ink-faint"> {notice.detail}</span>}
              </p>
              <Lines count={14} />
            </div>
          </div>
        )}
        {!failed && strayed > MOST_STRAYS && <Failure text="This page does not stay in its frame." href={source.sourceUrl} />}
        {!failed && strayed <= MOST_STRAYS && url !== undefined && (
          <iframe
            key={frameKey} ref={frame} src={url} onLoad={onLoad} title="Web page" referrerPolicy="no-referrer"
            sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
            className={`absolute inset-0 size-full border-0 ${mode === 'web' ? 'bg-[#fff]' : ''} ${isBusy ? 'invisible' : ''}`}
            style={{ colorScheme: mode === 'web' ? 'light' : theme }}
          />
        )}
      </div>
    </div>
  );
}
