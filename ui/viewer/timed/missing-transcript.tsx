import type { Source } from '#core/contract/source.ts';
import { retryHelps, useRetrySource } from '#ui/client/retry-source.ts';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { toast } from '#ui/kit/toast.ts';
import { noticeTexts } from '#ui/kit/texts/source-notices.ts';
import { FailedSourceButtons } from '../failed-source.tsx';
import { transcriptTexts as texts } from './texts.ts';
import { viewerTexts } from '../texts/viewer.ts';
import type { SourceNotice } from '../source-notice.ts';

/** Says that a video has no transcript, what works without one, and how to get one. */
export function MissingTranscript({
  source,
  notice,
  own,
}: {
  source: Source;
  notice: SourceNotice;
  /** whether the reader can retry or upload a transcript */
  own: boolean;
}) {
  const retry = useRetrySource(toast.error);
  return (
    <div className="overflow-y-auto px-5 py-4">
      <div className="mb-3 flex min-h-target items-center justify-between gap-3">
        <p role="status" className="text-[13px] font-medium text-warn">
          {notice.text}
        </p>
        <span className="flex flex-wrap justify-end gap-2">
          {own && retryHelps(source) && (
            <Button disabled={retry.isPending} onClick={() => retry.mutate(source)}>
              {viewerTexts.retry}
            </Button>
          )}
          <FailedSourceButtons className={buttonClass()} />
        </span>
      </div>
      <p className="max-w-[52ch] text-[15px]">{noticeTexts.noTranscriptLong}</p>
      <ul className="mt-3 max-w-[52ch] list-disc space-y-1 pl-5 text-[14px] text-ink-soft">
        {texts.without.map((it) => (
          <li key={it}>{it}</li>
        ))}
        {own && <li>{texts.withoutOwn}</li>}
      </ul>
      {notice.detail !== undefined && (
        <p className="mt-3 max-w-[52ch] text-[13px] text-ink-faint">{notice.detail}</p>
      )}
    </div>
  );
}
