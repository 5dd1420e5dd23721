import type { Citation } from '#core/contract/ask.ts';
import { track } from '#ui/client/track.ts';
import { toast } from '#ui/kit/toast.ts';
import { answerTexts as texts } from '#ui/editor/texts/answers.ts';

/** Copies, and says whether the browser allowed it. */
export async function copyAnswer(text: string, citations: readonly Citation[]): Promise<boolean> {
  try {
    const { copyMarkdown } = await import('./copy-markdown.ts');
    await navigator.clipboard.writeText(
      copyMarkdown(text, citations, `${location.origin}${location.pathname}`),
    );
    track('ai_chat_copy', {});
    toast.success(texts.copied);
    return true;
  } catch (error) {
    console.warn('The clipboard was refused.', error);
    toast.error(texts.notCopied);
    return false;
  }
}
