/** The toolbar of the notes, never over their text: outline, find, and word count. */
import type { Editor } from '@tiptap/react';
import { List, Search } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { minutesOf } from '#core/text/reading-time.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { floatClass } from '#ui/kit/floating-list.ts';
import { editorTexts } from './texts/editor.ts';
import { FindBar } from './find/find-bar.tsx';
import { countWords } from './outline/outline.ts';
import { OutlinePanel } from './outline/outline-panel.tsx';
import { useAfterTyping } from './outline/use-after-typing.ts';

const texts = editorTexts;
const same = (one: number, other: number): boolean => one === other;
const LONGEST_BEGINNING = 100;

export function NoteBar({
  editor,
  readOnly,
  home,
  bar,
  toolbar,
}: {
  editor: Editor;
  readOnly: boolean;
  home: RefObject<HTMLElement | null>;
  /** element in which the find bar opens */
  bar: HTMLElement | null | undefined;
  /** element of the buttons */
  toolbar: HTMLElement | null | undefined;
}) {
  const [begin, setBegin] = useState<string>();
  const [outlined, setOutlined] = useState(false);
  const words = useAfterTyping(editor, countWords, same);
  const seek = () => {
    const { from, to } = editor.state.selection;
    const selected = editor.state.doc.textBetween(from, to, '\n');
    setBegin((was) =>
      selected !== '' && !selected.includes('\n') && selected.length <= LONGEST_BEGINNING
        ? selected
        : (was ?? ''),
    );
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isHere = event.target instanceof Node && home.current?.contains(event.target);
      if (
        !isHere ||
        event.defaultPrevented ||
        event.altKey ||
        event.shiftKey ||
        !(event.ctrlKey || event.metaKey) ||
        event.key.toLowerCase() !== 'f'
      )
        return;
      event.preventDefault();
      seek();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
  const search = begin !== undefined && (
    <div className="mx-auto max-w-(--measure) px-3 py-1 font-sans">
      <FindBar
        editor={editor}
        readOnly={readOnly}
        begin={begin}
        onClose={() => setBegin(undefined)}
      />
    </div>
  );
  const tools = (
    <div className="contents font-sans">
      {words > 0 && (
        <span className="min-w-0 truncate px-1.5 text-xs whitespace-nowrap text-ink-faint tabular-nums">
          {texts.count.words(words)} · {texts.count.minutes(minutesOf(words))}
        </span>
      )}
      <Popover.Root open={outlined} onOpenChange={setOutlined}>
        <Popover.Trigger asChild>
          <IconButton label={texts.outline.open} aria-expanded={outlined}>
            <List size={17} aria-hidden />
          </IconButton>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            aria-label={texts.outline.label}
            align="end"
            sideOffset={6}
            collisionPadding={8}
            onInteractOutside={(event) => event.preventDefault()}
            className={floatClass('max-h-[60vh] w-72 overflow-y-auto')}
          >
            <OutlinePanel
              editor={editor}
              onGone={() => {
                if (matchMedia('(max-width: 1023px)').matches) setOutlined(false);
              }}
            />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <IconButton label={texts.find.open} onClick={seek}>
        <Search size={16} aria-hidden />
      </IconButton>
    </div>
  );
  return (
    <>
      {bar ? createPortal(search, bar) : search}
      {toolbar ? createPortal(tools, toolbar) : tools}
    </>
  );
}
