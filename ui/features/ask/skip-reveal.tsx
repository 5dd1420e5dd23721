import { Button } from '#ui/kit/button.tsx';
import { answerTexts } from '#ui/editor/texts/answers.ts';
import type { Revealed } from './reveal.ts';

/** Shows the rest of an answer that is being revealed word by word. */
export const SkipReveal = ({ isBehind, skip }: Pick<Revealed, 'isBehind' | 'skip'>) =>
  isBehind && (
    <Button look="quiet" onClick={skip} className="mt-1 -ml-2 px-2! text-[0.8125rem]!">
      {answerTexts.skip}
    </Button>
  );
