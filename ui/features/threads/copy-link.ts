import { toast } from '#ui/kit/toast.ts';
import { linkTexts as texts } from './texts/threads.ts';

export function copyLink({ url }: { url: string }): void {
  void navigator.clipboard.writeText(`${location.origin}/t/${url}`).then(
    () => toast.success(texts.copied),
    () => toast.error(texts.copyFailed),
  );
}
