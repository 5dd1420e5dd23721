/** A question to the library or a part of it, with its answer below. */
import { ArrowUp, Square, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import type { LibraryScope } from '#core/contract/ask.ts';
import { answerTexts } from '#ui/editor/texts/answers.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { AnswerCard } from './answer-card.tsx';
import { libraryAskTexts as texts } from './texts/library.ts';
import { useLibraryAnswer, useOpenCitation } from './use-library-answer.ts';

interface LibraryAskProps {
  /** sent as soon as the box opens, unless it is empty */
  question: string;
  scope: LibraryScope;
  /** the scope as text */
  scopeText: string;
  onClose: () => void;
}

export function LibraryAsk({ question, scope, scopeText, onClose }: LibraryAskProps) {
  const [text, setText] = useState(question);
  const { current, isBusy, send, stop } = useLibraryAnswer(scope);
  const sendText = () => {
    if (text.trim() !== '' && !isBusy) send(text.trim());
  };
  const askAtOnce = useEffectEvent(sendText);
  useEffect(() => askAtOnce(), []);
  const pressed = (event: KeyboardEvent) => {
    // The page's arrow keys and Enter belong to its results.
    event.stopPropagation();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    sendText();
  };
  const open = useOpenCitation(current);
  return (
    <section
      aria-label={texts.title}
      className="rounded-card border border-line bg-surface p-4 shadow-low"
    >
      <div className="flex items-center gap-2">
        <h2 className="text-sm font-semibold">{texts.title}</h2>
        <p dir="auto" className="min-w-0 flex-1 truncate text-[0.8125rem] text-ink-soft">
          {scopeText}
        </p>
        <IconButton label={texts.close} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      <div className="mt-2 flex items-end gap-2 rounded-control border border-line-strong bg-paper pl-3">
        <textarea
          dir="auto"
          aria-label={texts.field}
          rows={1}
          value={text}
          autoFocus
          onChange={(event) => setText(event.target.value)}
          onKeyDown={pressed}
          className="field-sizing-content max-h-40 min-h-target w-full resize-none bg-transparent py-2 text-base leading-6 outline-none"
        />
        {isBusy ? (
          <IconButton label={answerTexts.stop} onClick={stop}>
            <Square size={15} />
          </IconButton>
        ) : (
          <IconButton label={texts.send} disabled={text.trim() === ''} onClick={sendText}>
            <ArrowUp size={17} />
          </IconButton>
        )}
      </div>
      {current && (
        <div className="mt-4">
          <AnswerCard
            key={current.question}
            answer={current}
            threadId={undefined}
            live
            onGo={open}
            onRetry={() => send(current.question)}
          />
        </div>
      )}
    </section>
  );
}
