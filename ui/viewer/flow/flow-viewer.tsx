import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { EmbeddingStatus, WebpageStatus } from '#core/contract/source.ts';
import { CLIP_COLOR } from '#core/editor/fields.ts';
import { pageTexts as texts } from '#ui/texts/viewer-page.ts';
import { markTexts, noticeTexts } from '#ui/texts/viewer.ts';
import { api, messageOf } from '../../client/api.ts';
import { keys } from '../../client/queries.ts';
import { useIsDark } from '../../kit/theme.ts';
import { toast } from '../../kit/toast.ts';
import { useHeldUrl } from '../held-url.ts';
import { MarkPopover } from '../marks/mark-popover.tsx';
import { rectOf, type SelectionSpot } from '../marks/save-clip-button.tsx';
import { SelectionBar, type MarkStyle } from '../marks/selection-bar.tsx';
import { Failure, Lines } from '../notice.tsx';
import { sourceNotice } from '../source-notice.ts';
import { quoteOf } from '../viewer-handle.ts';
import type { MediumProps, Target } from '../viewer-handle.ts';
import { boxInWindow, spotInWindow } from './frame-box.ts';
import type { FrameLink } from './frame-link.ts';
import { clipLocator, framePlace } from './frame-messages.ts';
import type { FrameBox, FrameClip, FrameMessage, FramePlace } from './frame-messages.ts';
import { PageFind } from './page-find.tsx';
import { PageFrame } from './page-frame.tsx';
import { PageHeader, type Mode } from './page-header.tsx';
import { useFindKey } from './use-find-key.ts';

/** How often a page may lead its frame elsewhere before it is given up. */
const MOST_STRAYS = 2;
const SHOWN_QUOTE = 80;

function placeOfTarget(target: Target): FramePlace | undefined {
  if ('medium' in target) return target.medium === 'flow' ? framePlace(target) : undefined;
  const quote = quoteOf(target);
  return { paragraph: target.place, ...(quote === undefined ? {} : { quote }) };
}

/** A web page: as it was, or for reading. */
export function FlowViewer({
  source,
  clips,
  onClip,
  onAsk,
  onEditClip,
  onChangeClip,
  onDeleteClip,
  own,
  tools,
  ref,
}: MediumProps) {
  const [wished, setWished] = useState<Mode>('reader');
  const [isReady, setReady] = useState(false);
  const [isSilent, setSilent] = useState(false);
  const [finding, setFinding] = useState(false);
  const [found, setFound] = useState<{ current: number; total: number }>();
  const [selected, setSelected] = useState<{ text: string; spot: SelectionSpot }>();
  const [edited, setEdited] = useState<{ id: string; box: FrameBox }>();
  const [lastColor, setLastColor] = useState(CLIP_COLOR);
  const home = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const link = useRef<FrameLink | null>(null);
  const kept = useRef<FramePlace | null>(null);
  const seen = useRef(1);
  /** where the words are that the page was told to hand over for a question */
  const askedAt = useRef<SelectionSpot>(undefined);
  const theme = useIsDark() ? 'dark' : 'light';

  const web = useHeldUrl(`${source._id}:${source.version}:web`, source.fileUrl);
  const reader = useHeldUrl(`${source._id}:${source.version}:reader`, source.readModFileUrl);
  const mode: Mode =
    wished === 'reader' && reader.url === undefined && web.url !== undefined ? 'web' : wished;
  const { url, round, renew } = mode === 'reader' ? reader : web;
  const [strayed, setStrayed] = useState(0);

  const shown = useMemo(
    () =>
      clips.flatMap(({ _id, locator, occurrence, color, underline }): FrameClip[] => {
        if (locator.medium !== 'flow') return [];
        const quote =
          locator.quote.length > SHOWN_QUOTE
            ? `${locator.quote.slice(0, SHOWN_QUOTE)}…`
            : locator.quote;
        return [
          {
            ...framePlace(locator, occurrence),
            _id,
            color,
            underline,
            label: markTexts.highlightOf(quote),
          },
        ];
      }),
    [clips],
  );

  const takeClip = useCallback(({ color, underline }: MarkStyle) => {
    askedAt.current = undefined;
    link.current?.tell({ type: 'webIframe_takeClip', color, underline });
    setLastColor(color);
    setSelected(undefined);
  }, []);

  const heed = (message: FrameMessage) => {
    switch (message.type) {
      case 'web_ready':
        setReady(true);
        setSilent(false);
        break;
      case 'web_place':
        seen.current = message.paragraph;
        break;
      case 'web_select': {
        const { text, spot } = message;
        setEdited(undefined);
        setSelected(
          text !== undefined && spot && frame.current
            ? { text, spot: spotInWindow(spot, frame.current.getBoundingClientRect()) }
            : undefined,
        );
        break;
      }
      case 'web_createClip': {
        const { occurrence, color, underline } = message;
        const clip = {
          locator: clipLocator(message),
          occurrence,
          ...(color !== undefined && { color }),
          ...(underline !== undefined && { underline }),
        };
        const spot = askedAt.current;
        askedAt.current = undefined;
        if (spot && onAsk) onAsk(clip, rectOf(spot));
        else onClip(clip);
        break;
      }
      case 'web_editClip':
        setSelected(undefined);
        setEdited({ id: message._id, box: message.box });
        break;
      case 'web_deleteClip':
        onDeleteClip?.(message._id);
        break;
      case 'web_found':
        setFound({ current: message.current, total: message.total });
        break;
      case 'web_link':
        window.open(message.href, '_blank', 'noopener,noreferrer');
        break;
      case 'web_key':
        heedKey(message.key);
        break;
    }
  };
  const heedKey = (key: Extract<FrameMessage, { type: 'web_key' }>['key']) => {
    if (key === 'find') openFind();
    else if (key === 'escape') {
      setFinding(false);
      setSelected(undefined);
      setEdited(undefined);
    } else if (own && selected) takeClip({ color: lastColor, underline: key === 'underline' });
  };
  const openFind = () => {
    setFinding(true);
    home.current?.querySelector<HTMLInputElement>('[data-find]')?.select();
  };
  useFindKey(home, isReady ? openFind : undefined);

  const attach = useCallback((opened: FrameLink | null, element: HTMLIFrameElement) => {
    link.current = opened;
    frame.current = element;
    setReady(false);
    setFound(undefined);
    setSelected(undefined);
    setEdited(undefined);
  }, []);

  const go = useCallback(
    (place: FramePlace) => {
      kept.current = place;
      if (isReady) link.current?.tell({ type: 'webIframe_scrollTo', ...place });
    },
    [isReady],
  );
  useEffect(() => {
    if (isReady)
      link.current?.tell({ type: 'webIframe_theme', theme: mode === 'reader' ? theme : 'light' });
  }, [isReady, theme, mode]);
  useEffect(() => {
    if (isReady)
      link.current?.tell({
        type: 'webIframe_updateClips',
        clips: shown,
        canDelete: onDeleteClip !== undefined,
      });
  }, [isReady, shown, onDeleteClip]);
  useEffect(() => {
    if (isReady && kept.current)
      link.current?.tell({ type: 'webIframe_scrollTo', ...kept.current });
  }, [isReady]);

  useImperativeHandle(
    ref,
    () => ({
      goTo(target) {
        const place = placeOfTarget(target);
        if (place) go(place);
      },
      place: () => seen.current,
    }),
    [go],
  );

  const switchTo = (next: Mode) => {
    // The same paragraph in the other view.
    kept.current = seen.current > 1 ? { paragraph: seen.current } : null;
    setSilent(false);
    setWished(next);
  };
  const retry = useRetry(source._id);
  const again = () => {
    setStrayed(0);
    setSilent(false);
    renew();
  };
  const editedClip = edited && clips.find((it) => it._id === edited.id);
  const closeEdited = (led: boolean) => {
    setEdited(undefined);
    if (led || !edited) return;
    frame.current?.focus();
    link.current?.tell({ type: 'webIframe_focusClip', _id: edited.id });
  };

  const failed = source.status.webpage_processing === WebpageStatus.failed;
  const isBusy =
    !failed && (url === undefined || source.status.webpage_processing === WebpageStatus.processing);
  const isGivenUp = strayed > MOST_STRAYS;
  const progress = sourceNotice(source)?.detail;
  return (
    <div ref={home} className="flex h-full min-h-0 flex-col">
      <PageHeader
        source={source}
        mode={mode}
        onMode={switchTo}
        has={{ web: !failed && web.url !== undefined, reader: !failed && reader.url !== undefined }}
        isBusy={
          isBusy ||
          (!failed &&
            !isGivenUp &&
            !isSilent &&
            (!isReady || source.status.embedding === EmbeddingStatus.processing))
        }
        isFinding={finding}
        onFind={isReady ? () => setFinding(!finding) : undefined}
        tools={tools}
      />
      {finding && (
        <PageFind
          isReady={isReady}
          found={found}
          onFind={(query, step) => link.current?.tell({ type: 'webIframe_find', query, step })}
          onClose={() => {
            setFinding(false);
            frame.current?.focus();
          }}
        />
      )}
      <div
        className={`relative min-h-0 flex-1 ${mode === 'web' && !isBusy ? 'bg-[#fff]' : 'bg-surface'}`}
      >
        {failed && (
          <Failure
            text={noticeTexts.pageFailed}
            detail={source.error?.message}
            href={source.sourceUrl}
            onRetry={own ? retry : undefined}
          />
        )}
        {isBusy && (
          <div role="status" className="absolute inset-0 overflow-hidden p-6">
            <div className="mx-auto max-w-[68ch]">
              <p className="mb-6 text-[14px] text-ink-soft">
                <span>{noticeTexts.pageProcessing}</span>
                {progress !== undefined && <span className="text-ink-faint"> {progress}</span>}
              </p>
              <Lines count={14} />
            </div>
          </div>
        )}
        {!failed && isGivenUp && (
          <Failure text={texts.strays} href={source.sourceUrl} onRetry={again} />
        )}
        {!failed && !isGivenUp && isSilent && (
          <Failure
            text={texts.silent}
            detail={texts.silentWhy}
            href={source.sourceUrl}
            onRetry={again}
          />
        )}
        {/* One that was silent may only have been slow: it stays, and is shown once it speaks. */}
        {!failed && !isGivenUp && url !== undefined && (
          <PageFrame
            key={`${mode}:${round}:${strayed}`}
            url={url}
            isWeb={mode === 'web'}
            theme={theme}
            isHidden={isBusy || isSilent}
            onLink={attach}
            onMessage={heed}
            onStray={() => setStrayed((it) => it + 1)}
            onSilent={() => setSilent(true)}
          />
        )}
      </div>
      {selected && (
        <SelectionBar
          key={`${selected.spot.x}:${selected.spot.top}`}
          spot={selected.spot}
          text={selected.text}
          color={lastColor}
          onMark={own ? takeClip : undefined}
          onAsk={
            onAsk &&
            (() => {
              takeClip({ color: lastColor, underline: false });
              askedAt.current = selected.spot;
            })
          }
        />
      )}
      {edited && editedClip && (
        <MarkPopover
          key={edited.id}
          clip={editedClip}
          boxOf={() =>
            frame.current
              ? boxInWindow(edited.box, frame.current.getBoundingClientRect())
              : undefined
          }
          onClose={closeEdited}
          onChange={onChangeClip}
          onShow={onEditClip}
          onDelete={onDeleteClip}
        />
      )}
    </div>
  );
}

function useRetry(sourceId: string): () => void {
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => api.retrySource(sourceId),
    onError: (problem) => toast.error(messageOf(problem)),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.sources }),
  });
  return mutate;
}
