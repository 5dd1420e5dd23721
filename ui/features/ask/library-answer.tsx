import { Square, X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { LibraryScope } from '#core/contract/ask.ts';
import { answerTexts } from '#ui/editor/texts/answers.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { AnswerCard } from './answer-card.tsx';
import { libraryAskTexts as texts } from './texts/library.ts';
import { useLibraryAnswer, useOpenCitation } from './use-library-answer.ts';

const LIBRARY: LibraryScope = { all: true };

/** The answer of the whole library to one question, which is asked as soon as this is shown. */
export function LibraryAnswer({ question, onClose }: { question: string; onClose: () => void }) {
  const { current, isBusy, send, stop } = useLibraryAnswer(LIBRARY);
  const askAtOnce = useEffectEvent(() => send(question));
  useEffect(() => askAtOnce(), []);
  const open = useOpenCitation(current);
  return (
    <section
      aria-label={texts.answer}
      className="relative rounded-card border border-line bg-surface p-4 shadow-low sm:p-5"
    >
      <div className="absolute top-2 right-2">
        {isBusy ? (
          <IconButton label={answerTexts.stop} onClick={stop}>
            <Square size={15} />
          </IconButton>
        ) : (
          <IconButton label={texts.close} onClick={onClose}>
            <X size={16} />
          </IconButton>
        )}
      </div>
      {current && (
        <div className="[&_article>h2]:mr-9">
          <AnswerCard
            answer={current}
            threadId={undefined}
            live
            onGo={open}
            onRetry={() => send(question)}
          />
        </div>
      )}
    </section>
  );
}
