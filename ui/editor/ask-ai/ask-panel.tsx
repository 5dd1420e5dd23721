import { ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Guide } from '#core/contract/guides.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { answerTexts } from '../texts/answers.ts';
import { askTexts as texts } from '../texts/ask.ts';
import { useEditorHost } from '../editor-host.ts';
import {
  type QuestionSubject,
  type AskedQuestion,
  clipPromptAbout,
  promptAbout,
  questionAbout,
} from './requests.ts';

const MOST_ROWS = 5;
const CHIP =
  'min-h-8 rounded-full border border-line bg-surface px-3 text-[0.8125rem] text-ink-soft transition-colors duration-(--quick) hover:border-line-strong hover:bg-hover hover:text-ink disabled:cursor-not-allowed disabled:opacity-45 pointer-coarse:min-h-11';

/** A question about a clip or text of the notes: typed, or one of the suggested ones. */
export function AskPanel({
  about,
  autoFocus = false,
  onAsk,
  onLeave,
}: {
  about: QuestionSubject;
  autoFocus?: boolean;
  onAsk: (asked: AskedQuestion) => void;
  onLeave?: () => void;
}) {
  const { assistant, barrier, sourceOf } = useEditorHost();
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, Number.parseFloat(getComputedStyle(area).lineHeight) * MOST_ROWS + 12)}px`;
  }, [text]);
  if (!assistant || barrier !== undefined) return <div className="py-1 font-sans">{barrier}</div>;

  const { selected, prompts } = assistant;
  const place = about.place && sourceOf?.(about.place.sourceId);
  const hindrance = about.place
    ? (place?.tooltip ?? texts.noSource.text)
    : selected.length === 0
      ? answerTexts.selectSources
      : '';
  const free = hindrance === '';
  const send = () => {
    if (free && text.trim() !== '') onAsk(questionAbout(text.trim(), about, selected));
  };
  const typed = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onLeave?.();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const chips = (guides: readonly Guide[], ask: typeof promptAbout) =>
    guides.map((guide) => (
      <li key={guide.id} className="mt-0!">
        <button
          type="button"
          data-tooltip={guide.question}
          disabled={!free}
          onClick={() => onAsk(ask(guide, about, selected))}
          className={CHIP}
        >
          {guide.title}
        </button>
      </li>
    ));
  const ofClip = about.place
    ? about.place.locator.medium === 'paged'
      ? prompts.pdfClip
      : prompts.clip
    : [];
  return (
    <div className="font-sans">
      <div className="flex items-end gap-1 rounded-card border border-line-field bg-surface py-1 pr-1 pl-3 focus-within:border-accent">
        <textarea
          ref={field}
          rows={1}
          aria-label={texts.askAbout}
          placeholder={texts.placeholder}
          value={text}
          disabled={!free}
          autoFocus={autoFocus}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={typed}
          className="min-h-9 w-full min-w-0 resize-none bg-transparent py-1.5 text-[0.9375rem] leading-6 outline-none placeholder:text-ink-faint disabled:cursor-not-allowed"
        />
        <IconButton
          label={texts.send}
          look="primary"
          disabled={!free || text.trim() === ''}
          onClick={send}
          className="size-8! rounded-full! disabled:bg-pressed disabled:text-ink-faint disabled:opacity-100 pointer-coarse:size-11!"
        >
          <ArrowUp size={16} strokeWidth={2.4} aria-hidden />
        </IconButton>
      </div>
      {!free && (
        <p role="status" className="mt-1.5 text-[0.8125rem] text-ink-soft">
          {hindrance}
        </p>
      )}
      <ul aria-label={texts.prompts} className="mt-2 flex list-none! flex-wrap gap-1.5 pl-0!">
        {chips(prompts.suggested, promptAbout)}
      </ul>
      {ofClip.length > 0 && (
        <>
          <p aria-hidden className="mt-2.5 text-xs text-ink-faint">
            {texts.aboutClip}
          </p>
          <ul
            aria-label={texts.aboutClip}
            className="mt-1.5 flex list-none! flex-wrap gap-1.5 pl-0!"
          >
            {chips(ofClip, clipPromptAbout)}
          </ul>
        </>
      )}
    </div>
  );
}
