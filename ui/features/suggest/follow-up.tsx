/** The follow-up field below the newest answer, opened by a click, closed by one elsewhere. */
import { clsx } from 'clsx';
import { ArrowUp, CornerDownRight } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Guide } from '#core/contract/guides.ts';
import { Upgrade } from '#ui/features/account/index.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { suggestMenuTexts } from './texts/menu.ts';
import { followUpTexts as texts } from './texts/suggest.ts';
import { chipClass } from './bottom-prompts.tsx';
import { followUpCall, questionCall, type AiCall } from './ai-calls.ts';
import type { AssistantAccess } from './assistant-access.ts';

interface FollowUpProps {
  after: { question: string; text: string };
  guides: readonly Guide[];
  standing: AssistantAccess;
  onCall: (call: AiCall) => void;
}

export function FollowUp({ after, guides, standing, onCall }: FollowUpProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    box.current?.scrollIntoView({ block: 'nearest' });
    const elsewhere = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    return () => document.removeEventListener('pointerdown', elsewhere);
  }, [open]);
  if (standing === 'spent')
    return (
      <Upgrade className="mt-1 -ml-2 px-2! text-[0.8125rem]! text-accent!">
        {suggestMenuTexts.spent}
      </Upgrade>
    );
  if (!open)
    return (
      <Button
        ref={opener}
        look="quiet"
        disabled={standing !== 'open'}
        onClick={() => setOpen(true)}
        className="mt-1 -ml-2 px-2! text-[0.8125rem]!"
      >
        <CornerDownRight size={15} aria-hidden />
        {texts.open}
      </Button>
    );
  const ask = (call: AiCall) => {
    setOpen(false);
    setText('');
    onCall(call);
  };
  const typed = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setOpen(false);
      requestAnimationFrame(() => opener.current?.focus());
    } else if (
      event.key === 'Enter' &&
      !event.nativeEvent.isComposing &&
      text.trim() &&
      standing === 'open'
    )
      ask(questionCall(text.trim()));
  };
  return (
    <div ref={box} className="mt-3 scroll-mb-6 animate-rise">
      <div className="flex items-center gap-1 rounded-card border border-line-field bg-surface pr-1.5 pl-3.5 focus-within:border-accent">
        <input
          autoFocus
          aria-label={texts.field}
          placeholder={texts.field}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={typed}
          className="min-h-11 w-full min-w-0 bg-transparent text-[0.9375rem] outline-none placeholder:text-ink-faint"
        />
        <IconButton
          label={texts.send}
          look="primary"
          disabled={!text.trim() || standing !== 'open'}
          onClick={() => ask(questionCall(text.trim()))}
          className="rounded-full! disabled:bg-pressed disabled:text-ink-faint disabled:opacity-100"
        >
          <ArrowUp size={16} strokeWidth={2.4} />
        </IconButton>
      </div>
      <ul aria-label={texts.prompts} className="mt-2 flex flex-wrap gap-1.5">
        {guides.map((guide) => (
          <li key={guide.id}>
            <button
              type="button"
              data-tooltip={guide.question}
              disabled={standing !== 'open'}
              onClick={() => ask(followUpCall(guide, after))}
              className={clsx(chipClass, 'hover:border-line-strong hover:bg-hover hover:text-ink')}
            >
              {guide.title}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
