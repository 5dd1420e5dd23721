import { TriangleAlert } from 'lucide-react';
import type { Source } from '#core/contract/source.ts';
import { Spinner } from '#ui/kit/spinner.tsx';
import { progressText } from '#ui/viewer/texts/source-progress.ts';
import { issueOf, stateOf } from './source-state.ts';

export function StatusIcon({ source }: { source: Source }) {
  if (stateOf(source).kind === 'processing') return <Spinner className="size-3! border-[1.5px]!" />;
  return <TriangleAlert size={12} aria-hidden className="shrink-0 text-warn" />;
}

/**
 * One line under a source's title while it is not ready: a stage with its count, or what is wrong.
 */
export function StatusLine({ source, className }: { source: Source; className?: string }) {
  const state = stateOf(source);
  if (state.kind === 'ready') return null;
  return (
    <span className={className} title={state.kind === 'issue' ? issueOf(source) : state.tooltip}>
      <StatusIcon source={source} />
      <span className="truncate">
        {state.kind === 'processing' ? progressText(source) : state.label}
      </span>
    </span>
  );
}
