import { Popover } from 'radix-ui';
import { useMemo } from 'react';
import { floatClass } from '#ui/kit/floating-list.ts';
import { clipActionTexts as texts } from '#ui/kit/texts/clips.ts';
import { AskPanel } from './ask-panel.tsx';
import type { QuestionSubject, AskedQuestion } from './requests.ts';

/** A question about selected text, in a popover next to it. */
export function AskPopover({
  about,
  rect,
  onAsk,
  onClose,
}: {
  about: QuestionSubject;
  /** box of the text in the window */
  rect: DOMRect;
  onAsk: (asked: AskedQuestion) => void;
  onClose: () => void;
}) {
  const anchor = useMemo(() => ({ current: { getBoundingClientRect: () => rect } }), [rect]);
  return (
    <Popover.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          aria-label={texts.askAi}
          side="bottom"
          align="start"
          sideOffset={8}
          collisionPadding={12}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className={floatClass('w-[min(26rem,calc(100vw-1.5rem))] p-3!')}
        >
          <p className="mb-2 line-clamp-2 border-l-2 border-line-strong pl-2.5 font-serif text-[0.9375rem] leading-snug text-ink-soft">
            {about.words}
          </p>
          <AskPanel
            about={about}
            autoFocus
            onAsk={(asked) => {
              onClose();
              onAsk(asked);
            }}
            onLeave={onClose}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
