import { useLayoutEffect, useRef } from 'react';

const GAP_PX = 6;

interface TimelinePreviewProps {
  /** the hovered position as a fraction of the length, 0 to 1 */
  share: number;
  title: string;
  /** the text at that second */
  line: string | undefined;
}

/**
 * The preview of a second, above the timeline. Fixed in the window, because panes clip their
 * content; shifted so that it never exceeds the timeline's width.
 */
export function TimelinePreview({ share, title, line }: TimelinePreviewProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const timeline = box.current?.parentElement?.getBoundingClientRect();
    if (!box.current || !timeline) return;
    const { style } = box.current;
    style.left = `${timeline.left + share * timeline.width}px`;
    style.bottom = `${innerHeight - timeline.top + GAP_PX}px`;
    style.maxWidth = `min(20rem, ${timeline.width}px)`;
    style.translate = `${-share * 100}%`;
  });
  return (
    <div
      ref={box}
      data-preview
      className="pointer-events-none fixed z-60 w-max rounded-control bg-ink px-2.5 py-1.5 text-xs leading-snug text-paper shadow-mid"
    >
      <p dir="auto" className="font-medium tabular-nums">
        {title}
      </p>
      {line && (
        <p dir="auto" className="mt-0.5 line-clamp-2 opacity-85">
          {line}
        </p>
      )}
    </div>
  );
}
