/** The page in the frame: whether it responds, what it shows, and the paragraph in view. */
import {
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { MediumHandle, ViewerClip } from '../viewer-handle.ts';
import { frameClip, framePositionOf } from './frame-clips.ts';
import type { FrameLink } from './frame-link.ts';
import type {
  FrameBox,
  FrameClip,
  FramePosition,
  PageHeading,
  ViewerMessage,
} from './frame-messages.ts';
import type { PageStyle } from './use-page-style.ts';

/** How often the page may navigate its frame away before it is given up. */
const MAX_STRAYS = 2;

interface FramedPageOptions {
  style: PageStyle;
  clips: readonly ViewerClip[];
  canDelete: boolean;
  ref: Ref<MediumHandle>;
}

export function useFramedPage({ style, clips, canDelete, ref }: FramedPageOptions) {
  const [isReady, setReady] = useState(false);
  const [isSilent, setSilent] = useState(false);
  const [strays, setStrays] = useState(0);
  const [headings, setHeadings] = useState<readonly PageHeading[]>([]);
  const frame = useRef<HTMLIFrameElement>(null);
  const link = useRef<FrameLink | null>(null);
  const wantedPlace = useRef<FramePosition | null>(null);
  const paragraphInView = useRef(1);
  const paragraphs = useRef<number>(undefined);
  const frameClips = useMemo(() => clips.flatMap(frameClip), [clips]);

  const tell = useCallback((message: ViewerMessage) => link.current?.tell(message), []);
  const attach = useCallback((opened: FrameLink | null, element: HTMLIFrameElement) => {
    link.current = opened;
    frame.current = element;
    setReady(false);
    setHeadings([]);
  }, []);
  usePageLook({ isReady, tell, style, frameClips, canDelete });
  useEffect(() => {
    if (isReady && wantedPlace.current)
      tell({ type: 'webIframe_scrollTo', ...wantedPlace.current });
  }, [isReady, tell]);

  useImperativeHandle(
    ref,
    () => ({
      goTo(target) {
        const place = framePositionOf(target);
        if (!place) return;
        wantedPlace.current = place;
        if (isReady) tell({ type: 'webIframe_scrollTo', ...place });
      },
      place: () => paragraphInView.current,
      paragraphs: () => paragraphs.current,
    }),
    [isReady, tell],
  );
  return {
    isReady,
    isSilent,
    /** it left the frame too often */
    isGivenUp: strays > MAX_STRAYS,
    strays,
    headings,
    attach,
    tell,
    /** the frame's position in the window */
    frameBox: (): FrameBox | undefined => frame.current?.getBoundingClientRect(),
    focus: () => frame.current?.focus(),
    focusParagraph: (paragraph: number) => {
      frame.current?.focus();
      tell({ type: 'webIframe_scrollTo', paragraph });
    },
    /** On the last enlarged image. */
    focusImage: () => {
      frame.current?.focus();
      tell({ type: 'webIframe_focusImage' });
    },
    onReady: (count: number) => {
      paragraphs.current = count;
      setReady(true);
      setSilent(false);
    },
    onPlace: (paragraph: number) => {
      paragraphInView.current = paragraph;
    },
    onOutline: setHeadings,
    onStray: () => setStrays((count) => count + 1),
    onSilent: () => setSilent(true),
    /** The other view opens at the same paragraph. */
    keepParagraph: () => {
      const paragraph = paragraphInView.current;
      wantedPlace.current = paragraph > 1 ? { paragraph } : null;
      setSilent(false);
    },
    reset: () => {
      setStrays(0);
      setSilent(false);
    },
  };
}

/** Sends the style and the clips to the page. */
function usePageLook({
  isReady,
  tell,
  style: { theme, properties },
  frameClips,
  canDelete,
}: {
  isReady: boolean;
  tell: (message: ViewerMessage) => void;
  style: PageStyle;
  frameClips: readonly FrameClip[];
  canDelete: boolean;
}): void {
  useEffect(() => {
    if (isReady) tell({ type: 'webIframe_theme', theme });
  }, [isReady, theme, tell]);
  useEffect(() => {
    if (isReady && properties) tell({ type: 'webIframe_style', style: properties });
  }, [isReady, properties, tell]);
  useEffect(() => {
    if (isReady) tell({ type: 'webIframe_updateClips', clips: [...frameClips], canDelete });
  }, [isReady, frameClips, canDelete, tell]);
}

export type FramedPage = ReturnType<typeof useFramedPage>;
