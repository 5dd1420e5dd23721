import { TriangleAlert } from 'lucide-react';
import type { Source } from '#core/contract/source.ts';
import { Spinner } from '#ui/kit/spinner.tsx';
import { progressText, savingText } from '#ui/viewer/texts/source-progress.ts';
import { issueOf, stateOf } from './source-state.ts';

/** Empty for a ready source with its images. */
export function statusText(source: Source): string {
  const { kind, label } = stateOf(source);
  if (kind === 'processing') return progressText(source);
  return kind === 'ready' && source.saving ? savingText : label;
}

export function StatusIcon({ source }: { source: Source }) {
  if (stateOf(source).kind !== 'issue') return <Spinner className="size-3! border-[1.5px]!" />;
  return <TriangleAlert size={12} aria-hidden className="shrink-0 text-warn" />;
}

/**
 * A line below a source's title while it is processing or has a problem: the stage with its
 * progress, the error, or that its images are being saved.
 */
export function StatusLine({ source, className }: { source: Source; className?: string }) {
  const state = stateOf(source);
  if (state.kind === 'ready' && !source.saving) return null;
  return (
    <span className={className} title={state.kind === 'issue' ? issueOf(source) : state.tooltip}>
      <StatusIcon source={source} />
      <span className="truncate">{statusText(source)}</span>
    </span>
  );
}
