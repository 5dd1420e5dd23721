import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { Tabs } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { pdfTexts as texts } from './texts.ts';
import type { PdfSession } from './pdf-session.ts';

type OutlineNode = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];

const WIDTH = 132;
const TAB =
  'min-h-target flex-1 border-b-2 border-transparent text-[13px] font-medium text-ink-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink';

export function PageSidebar({
  session,
  document,
  page,
  labels,
  onClose,
}: {
  session: PdfSession;
  document: PDFDocumentProxy;
  page: number;
  labels: readonly string[] | undefined;
  onClose: () => void;
}) {
  const [outline, setOutline] = useState<OutlineNode[] | null>(null);
  const [tab, setTab] = useState<string | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    document.getOutline().then(
      (found: OutlineNode[] | null) => {
        if (!isUnmounted) setOutline(found ?? []);
      },
      (problem: unknown) => {
        console.error(problem);
        if (!isUnmounted) setOutline([]);
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [document]);
  // On a narrow screen it lies over the pages; having chosen, one wants to see them.
  const chosen = () => {
    if (window.matchMedia('(max-width: 639px)').matches) onClose();
  };
  if (outline === null)
    return (
      <aside className="w-56 border-r border-line bg-surface max-sm:absolute max-sm:inset-y-0 max-sm:z-10" />
    );
  return (
    <aside
      aria-label={texts.outlineAndPages}
      className="flex w-56 shrink-0 flex-col border-r border-line bg-surface max-sm:absolute max-sm:inset-y-0 max-sm:z-10 max-sm:w-64 max-sm:shadow-high"
    >
      <Tabs.Root
        value={tab ?? (outline.length > 0 ? 'outline' : 'pages')}
        onValueChange={setTab}
        className="flex min-h-0 flex-1 flex-col"
      >
        <Tabs.List className="flex border-b border-line px-2" aria-label={texts.wayThrough}>
          <Tabs.Trigger value="outline" className={TAB}>
            {texts.outline}
          </Tabs.Trigger>
          <Tabs.Trigger value="pages" className={TAB}>
            {texts.pages}
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="outline" className="min-h-0 flex-1 overflow-y-auto p-2">
          {outline.length > 0 ? (
            <OutlineList
              nodes={outline}
              onChoose={(node) => {
                session.followOutline(node.dest);
                chosen();
              }}
            />
          ) : (
            <p className="p-2 text-[13px] text-ink-soft">{texts.noOutline}</p>
          )}
        </Tabs.Content>
        <Tabs.Content value="pages" className="min-h-0 flex-1">
          <Thumbnails
            document={document}
            page={page}
            labels={labels}
            onChoose={(chosenPage) => {
              session.turnTo(chosenPage);
              chosen();
            }}
          />
        </Tabs.Content>
      </Tabs.Root>
    </aside>
  );
}

function OutlineList({
  nodes,
  onChoose,
}: {
  nodes: OutlineNode[];
  onChoose: (node: OutlineNode) => void;
}) {
  return (
    <ul>
      {nodes.map((node, place) => {
        const children = node.items as OutlineNode[];
        return (
          <li key={place}>
            <button
              type="button"
              disabled={!node.dest}
              onClick={() => onChoose(node)}
              className="block w-full rounded-chip px-2 py-1.5 text-left text-[13px] leading-snug hover:bg-hover disabled:text-ink-soft"
            >
              {node.title}
            </button>
            {children.length > 0 && (
              <div className="pl-3">
                <OutlineList nodes={children} onChoose={onChoose} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Thumbnails({
  document,
  page,
  labels,
  onChoose,
}: {
  document: PDFDocumentProxy;
  page: number;
  labels: readonly string[] | undefined;
  onChoose: (page: number) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: document.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: () => 210,
    overscan: 2,
  });
  useEffect(() => {
    list.scrollToIndex(page - 1, { align: 'auto' });
  }, [list, page]);
  return (
    <div ref={scroller} className="h-full overflow-y-auto py-2">
      <div className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map((item) => (
          <div
            key={item.key}
            data-index={item.index}
            ref={list.measureElement}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            <Thumbnail
              document={document}
              page={item.index + 1}
              label={labels?.[item.index] ?? ''}
              isCurrent={item.index + 1 === page}
              onChoose={onChoose}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

function Thumbnail({
  document,
  page,
  label,
  isCurrent,
  onChoose,
}: {
  document: PDFDocumentProxy;
  page: number;
  label: string;
  isCurrent: boolean;
  onChoose: (page: number) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    let isUnmounted = false;
    let cancel = () => {};
    const render = async () => {
      const proxy = await document.getPage(page);
      if (isUnmounted) return;
      const viewport = proxy.getViewport({
        scale: (WIDTH * window.devicePixelRatio) / proxy.getViewport({ scale: 1 }).width,
      });
      element.width = Math.floor(viewport.width);
      element.height = Math.floor(viewport.height);
      element.style.aspectRatio = `${viewport.width} / ${viewport.height}`;
      const task = proxy.render({ canvas: element, viewport });
      cancel = () => task.cancel();
      await task.promise;
    };
    render().catch((problem: unknown) => {
      if (!isUnmounted) console.error(problem);
    });
    return () => {
      isUnmounted = true;
      cancel();
    };
  }, [document, page]);
  return (
    <button
      type="button"
      onClick={() => onChoose(page)}
      aria-label={texts.pageNumbered(page, label)}
      aria-current={isCurrent ? 'page' : undefined}
      className="mx-auto mb-2 block rounded-control p-1.5 text-center hover:bg-hover"
    >
      <canvas
        ref={canvas}
        style={{ width: WIDTH, aspectRatio: '1 / 1.35' }}
        className={`block bg-[#fff] shadow-low outline-2 ${isCurrent ? 'outline-accent' : 'outline-transparent'}`}
      />
      <span
        className={`mt-1 block text-[12px] tabular-nums ${isCurrent ? 'font-semibold text-accent' : 'text-ink-soft'}`}
      >
        {page}
        {label !== '' && label !== String(page) && (
          <span className="ml-1.5 font-normal text-ink-soft">{label}</span>
        )}
      </span>
    </button>
  );
}
