/** The slash command of the idea generator. */
import { useCallback, useEffect, useRef } from 'react';
import type { SlashCommand } from '#core/editor/slash-commands.ts';
import { ideasToolTexts } from '#ui/features/suggest/index.ts';
import { ideaTexts as texts } from './texts.ts';
import { useBlogAddress } from '#ui/editor/blog-address.ts';

/** Always returns the same commands, because the menu is created once. */
export function useIdeasCommand(): () => readonly SlashCommand[] {
  const { openIdeas } = useBlogAddress();
  const latest = useRef(openIdeas);
  useEffect(() => {
    latest.current = openIdeas;
  });
  return useCallback(
    () => [
      {
        id: 'blog-ideas',
        title: ideasToolTexts.command,
        hint: texts.hint,
        group: 'more',
        icon: 'newspaper',
        keywords: texts.keywords,
        run: () => latest.current(),
      },
    ],
    [],
  );
}
