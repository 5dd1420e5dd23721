import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { revealTarget } from '#ui/kit/link-target.ts';
import { useRovingList } from '#ui/kit/use-roving-list.ts';
import { editorTexts } from '../texts/editor.ts';
import { type Heading, headingsOf } from './outline.ts';
import { useAfterTyping } from './use-after-typing.ts';

const texts = editorTexts.outline;
const LINE_PX = 80;
const same = (one: readonly Heading[], other: readonly Heading[]): boolean =>
  one.length === other.length &&
  one.every(
    (it, at) =>
      it.position === other[at]?.position &&
      it.text === other[at].text &&
      it.level === other[at].level,
  );
/** The scrolled element of the notes. */
const paneOf = ({ view }: Editor): Element | null => view.dom.closest('.overflow-y-auto');
const elementOf = (editor: Editor, position: number): HTMLElement | undefined => {
  const dom = editor.view.nodeDOM(position);
  return dom instanceof HTMLElement ? dom : undefined;
};

/** Lists the headings of the notes and marks the current one. */
export function OutlinePanel({ editor, onGone }: { editor: Editor; onGone: () => void }) {
  const headings = useAfterTyping(editor, headingsOf, same);
  const current = useCurrent(editor, headings);
  const roving = useRovingList({ count: headings.length });
  if (headings.length === 0)
    return <p className="px-2.5 py-2 text-sm text-ink-soft">{texts.empty}</p>;
  const least = Math.min(...headings.map(({ level }) => level));
  const go = ({ position }: Heading) => {
    onGone();
    const element = elementOf(editor, position);
    if (element) revealTarget(element);
    if (editor.isEditable)
      editor
        .chain()
        .setTextSelection(position + 1)
        .focus(undefined, { scrollIntoView: false })
        .run();
  };
  return (
    <nav aria-label={texts.label}>
      <ul ref={roving}>
        {headings.map((heading, at) => (
          <li key={heading.position}>
            <button
              type="button"
              dir="auto"
              aria-current={at === current ? 'location' : undefined}
              onClick={() => go(heading)}
              style={{ paddingInlineStart: 10 + (heading.level - least) * 14 }}
              className={`flex min-h-8 w-full items-center rounded-control pe-2.5 text-left text-sm leading-snug hover:bg-hover pointer-coarse:min-h-11 ${at === current ? 'font-semibold text-accent' : heading.level === least ? 'text-ink' : 'text-ink-soft'}`}
            >
              <span className="line-clamp-2">{heading.text || texts.untitled}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The last heading above the upper part of the viewport. */
function useCurrent(editor: Editor, headings: readonly Heading[]): number {
  const [current, setCurrent] = useState(-1);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const top = (paneOf(editor)?.getBoundingClientRect().top ?? 0) + LINE_PX;
      const below = headings.findIndex(
        ({ position }) => (elementOf(editor, position)?.getBoundingClientRect().top ?? 0) > top,
      );
      setCurrent((below < 0 ? headings.length : below) - 1);
    };
    const scrolled = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    document.addEventListener('scroll', scrolled, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', scrolled, { capture: true });
    };
  }, [editor, headings]);
  return current;
}
