import { CircleAlert, LoaderCircle, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Spinner } from '#ui/kit/spinner.tsx';
import { FailedSourceButtons } from './failed-source.tsx';
import { viewerTexts as texts } from './texts/viewer.ts';
import type { SourceNotice } from './source-notice.ts';

const TONES = {
  busy: { icon: LoaderCircle, box: 'bg-sunken text-ink-soft', spin: 'motion-safe:animate-spin' },
  warning: { icon: TriangleAlert, box: 'bg-warn-soft text-warn', spin: '' },
  failure: { icon: CircleAlert, box: 'bg-danger-soft text-danger', spin: '' },
};

const NOTICE_BUTTON =
  'min-h-target rounded-control px-2.5 font-medium underline-offset-2 hover:underline';

export function Notice({
  notice,
  onRetry,
}: {
  notice: SourceNotice;
  /** if a retry can help */
  onRetry?: (() => void) | undefined;
}) {
  const { icon: Icon, box, spin } = TONES[notice.tone];
  return (
    <div
      role="status"
      className={`flex items-start gap-2 border-b border-line px-4 py-2 text-[13px] leading-5 ${box}`}
    >
      <Icon aria-hidden size={16} className={`mt-0.5 shrink-0 ${spin}`} />
      <p className="min-w-0 flex-1">
        <span className="font-medium">{notice.text}</span>
        {notice.detail !== undefined && <span className="text-ink-soft"> {notice.detail}</span>}
      </p>
      <span className="-my-1.5 flex shrink-0 flex-wrap justify-end">
        {onRetry && (
          <button type="button" onClick={onRetry} className={NOTICE_BUTTON}>
            {texts.retry}
          </button>
        )}
        <FailedSourceButtons className={NOTICE_BUTTON} />
      </span>
    </div>
  );
}

/** Placeholder lines of text. */
export function Lines({ count }: { count: number }) {
  return (
    <div aria-hidden className="mx-auto flex w-full max-w-[68ch] flex-col gap-3">
      {Array.from({ length: count }, (_, line) => (
        <div
          key={line}
          className="skeleton h-4"
          style={{ width: `${[96, 100, 88, 97, 62][line % 5] ?? 90}%` }}
        />
      ))}
    </div>
  );
}

export function Waiting({ label }: { label: string }) {
  return (
    <div role="status" className="absolute inset-0 overflow-hidden p-6">
      <div className="mx-auto max-w-[68ch]">
        {/* A short wait needs no message. */}
        <p className="mb-6 flex animate-fade items-center gap-2.5 text-[14px] text-ink-soft [animation-delay:300ms] [animation-fill-mode:both]">
          <Spinner />
          {label}
        </p>
        <Lines count={14} />
      </div>
    </div>
  );
}

export const FAILURE_BUTTON =
  'inline-flex min-h-target items-center rounded-control border border-line-field px-4 text-[14px] font-medium hover:bg-hover';

/** Says what a viewer can't show, and what to do about it. */
export function Failure({
  text,
  detail,
  href,
  onRetry,
  children,
}: {
  text: string;
  detail?: string | undefined;
  href?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** further actions */
  children?: ReactNode;
}) {
  return (
    <div role="alert" className="grid h-full place-items-center p-6 text-center">
      <div>
        <CircleAlert aria-hidden className="mx-auto mb-3 text-ink-faint" size={28} />
        <p className="mx-auto max-w-[42ch] font-medium">{text}</p>
        {detail !== undefined && (
          <p className="mx-auto mt-1 max-w-[48ch] text-[14px] text-ink-soft">{detail}</p>
        )}
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          {onRetry && (
            <button
              type="button"
              onClick={onRetry}
              className="min-h-target rounded-control bg-accent px-4 text-[14px] font-medium text-on-accent"
            >
              {texts.retry}
            </button>
          )}
          {href !== undefined && (
            <a href={href} target="_blank" rel="noopener noreferrer" className={FAILURE_BUTTON}>
              {texts.openOriginal}
            </a>
          )}
          {children}
        </div>
      </div>
    </div>
  );
}
