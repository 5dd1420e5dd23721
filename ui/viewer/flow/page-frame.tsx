import { useEffect, useRef, useState } from 'react';
import { pageTexts as texts } from './texts.ts';
import { FrameLink } from './frame-link.ts';
import type { FrameMessage } from './frame-messages.ts';
import type { PageStyle } from './use-page-style.ts';

/** A page that loads and stays silent for this long isn't ours; usually an error page. */
const SILENT_AFTER_MS = 1000;

interface PageFrameProps {
  url: string;
  isWeb: boolean;
  style: PageStyle;
  isHidden: boolean;
  onLink: (link: FrameLink | null, frame: HTMLIFrameElement) => void;
  onMessage: (message: FrameMessage) => void;
  /** the frame has navigated away */
  onStray: () => void;
  /** the page has loaded and stays silent */
  onSilent: () => void;
}

/** A foreign page in a sandboxed frame. Each instance shows one page, once. */
export function PageFrame({
  url,
  isWeb,
  style: { theme, properties },
  isHidden,
  onLink,
  onMessage,
  onStray,
  onSilent,
}: PageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const link = useRef<FrameLink | null>(null);
  // The page's initial style is in its address, so that it is not drawn in another style first.
  const [mount] = useState(() =>
    [crypto.randomUUID(), ...(properties ? [new URLSearchParams(properties)] : [])].join('&'),
  );
  const latest = useRef({ onLink, onMessage, onSilent });
  useEffect(() => {
    latest.current = { onLink, onMessage, onSilent };
  });
  const waiting = useRef<number>(undefined);

  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const opened = new FrameLink(element, mount, (message) => latest.current.onMessage(message));
    const { onLink: hand } = latest.current;
    link.current = opened;
    hand(opened, element);
    return () => {
      clearTimeout(waiting.current);
      opened.close();
      link.current = null;
      hand(null, element);
    };
  }, [mount]);

  const loaded = useRef(false);
  const onLoad = () => {
    if (loaded.current) {
      onStray();
      return;
    }
    loaded.current = true;
    waiting.current = window.setTimeout(() => {
      if (link.current?.isOpen !== true) latest.current.onSilent();
    }, SILENT_AFTER_MS);
  };
  return (
    <iframe
      ref={frame}
      src={`${url}#${mount}`}
      onLoad={onLoad}
      title={texts.frame}
      referrerPolicy="no-referrer"
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      className={`absolute inset-0 size-full border-0 ${isWeb ? 'bg-[#fff]' : ''} ${isHidden ? 'invisible' : ''}`}
      style={{ colorScheme: theme }}
    />
  );
}
