import { useCallback, useRef, useState } from 'react';
import { EmbeddingStatus, type Source, WebpageStatus } from '#core/contract/source.ts';
import { singleKeys } from '../../kit/single-keys.ts';
import type { MediumProps } from '../viewer-handle.ts';
import type { FrameLink } from './frame-link.ts';
import type { PageImage, PageKey } from './frame-messages.ts';
import { PageFind } from './page-find.tsx';
import { PageFrame } from './page-frame.tsx';
import { PageHeader, type Mode } from './page-header.tsx';
import { PageImageView } from './page-image.tsx';
import { PageMarkTools } from './page-mark-tools.tsx';
import { PageOutline } from './page-outline.tsx';
import { PageProblem } from './page-problem.tsx';
import { pageReceiver } from './page-receiver.ts';
import { useFindKey } from './use-find-key.ts';
import { type FramedPage, useFramedPage } from './use-framed-page.ts';
import { usePageMarks } from './use-page-marks.ts';
import { usePageStyle } from './use-page-style.ts';
import { usePageView } from './use-page-view.ts';
import { useStepKeys } from './use-step-keys.ts';

/** A web page: the original, or Reader. */
export function FlowViewer({ source, own, tools, ref, ...clipProps }: MediumProps) {
  const { clips, onDeleteClip } = clipProps;
  const { mode, setMode, file, has } = usePageView(source);
  const style = usePageStyle(mode);
  const page = useFramedPage({
    style,
    clips,
    canDelete: onDeleteClip !== undefined,
    ref,
  });
  const marks = usePageMarks(page, clipProps);
  const [image, setImage] = useState<PageImage>();
  const { home, isFinding, setFinding, found, setFound, openFind } = useFinding(page.isReady);

  const step = (by: 1 | -1) => page.tell({ type: 'webIframe_step', by });
  useStepKeys(home, page.isReady ? step : undefined);
  const pressKey = (key: PageKey) => {
    if (key === 'find') openFind();
    else if (key === 'escape') {
      setFinding(false);
      marks.clear();
    } else if (!singleKeys.read()) return;
    else if (key === 'next' || key === 'previous') step(key === 'next' ? 1 : -1);
    else if (clipProps.onChangeClip && marks.selected)
      marks.takeSelected({ color: marks.lastColor, underline: key === 'underline' });
  };
  const receive = pageReceiver({
    page,
    marks,
    onDeleteClip,
    onFound: setFound,
    onImage: setImage,
    onKey: pressKey,
  });
  const { attach } = page;
  const { clear } = marks;
  const attachPage = useCallback(
    (link: FrameLink | null, element: HTMLIFrameElement) => {
      attach(link, element);
      setFound(undefined);
      clear();
    },
    [attach, clear, setFound],
  );
  const switchTo = (next: Mode) => {
    page.keepParagraph();
    setMode(next);
  };
  const reload = () => {
    page.reset();
    file.renew();
  };

  const { isReady, isSilent, isGivenUp } = page;
  const { isFailed, isBusy, isLoading } = pageState(source, file.url, page);
  return (
    <div ref={home} className="flex h-full min-h-0 flex-col">
      <PageHeader
        source={source}
        mode={mode}
        onMode={switchTo}
        has={{ web: !isFailed && has.web, reader: !isFailed && has.reader }}
        isBusy={isBusy || isLoading}
        isFinding={isFinding}
        onFind={isReady ? () => setFinding(!isFinding) : undefined}
        tools={
          <>
            <PageOutline headings={page.headings} onChoose={page.focusParagraph} />
            {tools}
          </>
        }
      />
      {isFinding && (
        <PageFind
          isReady={isReady}
          found={found}
          onFind={(query, step) => page.tell({ type: 'webIframe_find', query, step })}
          onClose={() => {
            setFinding(false);
            page.focus();
          }}
        />
      )}
      <div
        className={`relative min-h-0 flex-1 ${mode === 'web' && !isBusy ? 'bg-[#fff]' : 'bg-surface'}`}
      >
        <PageProblem
          source={source}
          isFailed={isFailed}
          isBusy={isBusy}
          isGivenUp={isGivenUp}
          isSilent={isSilent}
          own={own}
          onReload={reload}
        />
        {/* A silent page may only be slow: its frame stays, and shows when it responds. */}
        {!isFailed && !isGivenUp && file.url !== undefined && (
          <PageFrame
            key={`${mode}:${file.round}:${page.strays}`}
            url={file.url}
            isWeb={mode === 'web'}
            style={style}
            isHidden={isBusy || isSilent}
            onLink={attachPage}
            onMessage={receive}
            onStray={page.onStray}
            onSilent={page.onSilent}
          />
        )}
      </div>
      <PageMarkTools marks={marks} {...clipProps} />
      <PageImageView
        image={image}
        pageUrl={file.url}
        onClose={() => setImage(undefined)}
        onClosed={page.focusImage}
      />
    </div>
  );
}

/** The search in the page: whether its bar is open, and its matches. */
function useFinding(isReady: boolean) {
  const home = useRef<HTMLDivElement>(null);
  const [isFinding, setFinding] = useState(false);
  const [found, setFound] = useState<{ current: number; total: number }>();
  const openFind = () => {
    setFinding(true);
    home.current?.querySelector<HTMLInputElement>('[data-find]')?.select();
  };
  useFindKey(home, isReady ? openFind : undefined);
  return { home, isFinding, setFinding, found, setFound, openFind };
}

function pageState(
  { status: { webpage_processing: processing, embedding } }: Source,
  url: string | undefined,
  { isReady, isSilent, isGivenUp }: FramedPage,
) {
  const isFailed = processing === WebpageStatus.failed;
  return {
    isFailed,
    isBusy: !isFailed && (url === undefined || processing === WebpageStatus.processing),
    isLoading:
      !isFailed &&
      !isGivenUp &&
      !isSilent &&
      (!isReady || embedding === EmbeddingStatus.processing),
  };
}
