import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import { floatClass } from '../../kit/floating-list.ts';
import type { PopupProps } from '../../kit/popup.tsx';
import { useRovingList } from '../../kit/use-roving-list.ts';
import type { PageHeading } from './frame-messages.ts';
import { pageTexts as texts } from './texts.ts';

export interface PageOutlineProps {
  headings: readonly PageHeading[];
  /** Goes to a paragraph, and focuses the page. */
  onChoose: (paragraph: number) => void;
}

export function PageOutlinePopup({
  headings,
  onChoose,
  trigger,
  defaultOpen,
}: PageOutlineProps & PopupProps) {
  const [isOpen, setOpen] = useState(defaultOpen);
  const chosen = useRef<number>(undefined);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={texts.outline}
          onCloseAutoFocus={(event) => {
            if (chosen.current === undefined) return;
            event.preventDefault();
            onChoose(chosen.current);
            chosen.current = undefined;
          }}
          className={floatClass('max-h-[70dvh] w-80 max-w-[calc(100vw-1rem)] overflow-y-auto p-2!')}
        >
          <HeadingList
            headings={headings}
            onChoose={(paragraph) => {
              chosen.current = paragraph;
              setOpen(false);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function HeadingList({ headings, onChoose }: PageOutlineProps) {
  const roving = useRovingList({ count: headings.length });
  const top = Math.min(...headings.map((it) => it.level));
  const indent = ({ level }: PageHeading): number => 8 + (level - top) * 12;
  return (
    <ul ref={roving} aria-label={texts.outline}>
      {headings.map((heading) => (
        <li key={heading.paragraph}>
          <button
            type="button"
            dir="auto"
            onClick={() => onChoose(heading.paragraph)}
            style={{ paddingInlineStart: indent(heading) }}
            className="block min-h-target w-full rounded-chip py-1.5 pe-2 text-start text-[13px] leading-snug hover:bg-hover"
          >
            {heading.text}
          </button>
        </li>
      ))}
    </ul>
  );
}
