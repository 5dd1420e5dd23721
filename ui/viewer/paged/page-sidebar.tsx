import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { Tabs } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { useRovingList } from '#ui/kit/use-roving-list.ts';
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
  // On a narrow screen it covers the pages, so it closes after a selection.
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
        <Tabs.List className="flex border-b border-line px-2" aria-label={texts.navigation}>
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

/** Entries of an outline in reading order; `depth` counts from 0. */
function* outlineEntries(
  nodes: OutlineNode[],
  depth = 0,
): Generator<{ node: OutlineNode; depth: number }> {
  for (const node of nodes) {
    yield { node, depth };
    yield* outlineEntries(node.items as OutlineNode[], depth + 1);
  }
}

function OutlineList({
  nodes,
  onChoose,
}: {
  nodes: OutlineNode[];
  onChoose: (node: OutlineNode) => void;
}) {
  const entries = [...outlineEntries(nodes)];
  const roving = useRovingList({ count: entries.length });
  return (
    <ul ref={roving} aria-label={texts.outline}>
      {entries.map(({ node, depth }, at) => (
        <li key={at}>
          <button
            type="button"
            disabled={!node.dest}
            onClick={() => onChoose(node)}
            style={{ paddingInlineStart: 8 + depth * 12 }}
            className="block w-full rounded-chip py-1.5 pe-2 text-left text-[13px] leading-snug hover:bg-hover disabled:text-ink-soft"
          >
            {node.title}
          </button>
        </li>
      ))}
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
  const roving = useRovingList({
    count: document.numPages,
    show: (at) => list.scrollToIndex(at, { align: 'auto' }),
  });
  return (
    <div ref={scroller} className="h-full overflow-y-auto py-2">
      <ul
        ref={roving}
        aria-label={texts.pages}
        className="relative"
        style={{ height: list.getTotalSize() }}
      >
        {list.getVirtualItems().map((item) => (
          <li
            key={item.key}
            data-index={item.index}
            aria-posinset={item.index + 1}
            aria-setsize={document.numPages}
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
          </li>
        ))}
      </ul>
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
