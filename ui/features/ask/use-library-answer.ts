import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { LibraryBody, LibraryScope } from '#core/contract/ask.ts';
import type { Locator } from '#core/contract/locator.ts';
import { sourceHitLink } from '#ui/features/search/index.ts';
import { AnswerSession } from './answer-session.ts';
import { useModel } from './model.ts';
import { askForAnswer, noteUsage } from './open-answer.ts';
import { newKey } from './pending-answer.ts';
import { ask, hasEnded, type AnswerView } from './reduce.ts';
import { useShownSession } from './use-shown-session.ts';

const PATH = 'ai/v2/chat/library';

/** The answer of the library to the last question, as far as it is written. */
export function useLibraryAnswer(scope: LibraryScope): {
  current: AnswerView | undefined;
  isBusy: boolean;
  send: (query: string) => void;
  stop: () => void;
} {
  const cache = useQueryClient();
  const model = useModel();
  const { session, show, shown } = useShownSession(PATH);
  const current = shown?.view;
  return {
    current,
    isBusy: current !== undefined && !hasEnded(current),
    stop: () => session?.stop(),
    send(query) {
      const body: LibraryBody = { query, scope, model };
      show(
        new AnswerSession(newKey(), {
          first: ask(query, []),
          open: (key, signal) => askForAnswer(PATH, body, key, signal),
          onEvent: (event) => noteUsage(cache, event),
        }),
      );
    },
  };
}

/** Opens a citation in the thread that holds its source, or else in the library. */
export function useOpenCitation(answer: AnswerView | undefined) {
  const navigate = useNavigate();
  return (sourceId: string, place: Locator) => {
    const cited = answer?.citations.find((it) => it.source_id === sourceId);
    if (cited) void navigate(sourceHitLink({ ...cited, place }));
  };
}
