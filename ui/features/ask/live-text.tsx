import type { ComponentProps } from 'react';
import { AnswerText } from './answer-markdown.tsx';
import { withoutHalfMark } from './reduce.ts';
import { useRevealed } from './reveal.ts';
import { SkipReveal } from './skip-reveal.tsx';

/**
 * An answer of the notes: word after word while it is written, whole when it comes from what is
 * kept.
 */
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
