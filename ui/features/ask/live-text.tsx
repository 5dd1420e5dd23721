import type { ComponentProps } from 'react';
import { AnswerText } from './answer-markdown.tsx';
import { withoutHalfMark } from './reduce.ts';
import { useRevealed } from './reveal.ts';
import { SkipReveal } from './skip-reveal.tsx';

/** An answer in the notes: revealed word by word while it streams, complete if it was stored. */
export function LiveText({
  live,
  text,
  ...rest
}: ComponentProps<typeof AnswerText> & { live: boolean }) {
  const revealed = useRevealed(text, live);
  return (
    <>
      <AnswerText
        text={live || revealed.isBehind ? withoutHalfMark(revealed.text) : revealed.text}
        {...rest}
      />
      <SkipReveal {...revealed} />
    </>
  );
}
