/**
 * The tour, one step at a time, in a row above the panes that never covers what it points at.
 */
import { X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { createStoredItem } from '#ui/storage/stored-item.ts';
import { focusPane } from './skip-links.tsx';
import type { Pane } from './pane-commands.ts';
import { tourTexts as texts } from './texts/tour.ts';

export type TourStep = keyof typeof texts.steps;

const STEPS: readonly { step: TourStep; pane: Pane; target: string }[] = [
  { step: 'chip', pane: 'notes', target: 'notes' },
  { step: 'ask', pane: 'ask', target: 'question' },
  { step: 'clip', pane: 'source', target: 'source' },
];
/** Permanently in this browser. */
const dismissed = createStoredItem('gloss-tour-dismissed', z.boolean(), { fallback: false });

interface TourProps {
  /** steps done since the thread was opened */
  done: ReadonlySet<TourStep>;
  onPane: (pane: Pane) => void;
}

export function Tour({ done, onPane }: TourProps) {
  const isDismissed = useSyncExternalStore(dismissed.subscribe, dismissed.read);
  const at = STEPS.findIndex(({ step }) => !done.has(step));
  // A finished tour stays on the screen, but does not start again after a reload.
  const [wasFinished, setWasFinished] = useState(false);
  if (at < 0 && !wasFinished) setWasFinished(true);
  useEffect(() => {
    if (wasFinished) dismissed.write(true);
  }, [wasFinished]);
  const [isClosed, setClosed] = useState(false);
  if (isClosed || (isDismissed && !wasFinished)) return null;
  const next = STEPS[at];
  const dismiss = () => {
    setClosed(true);
    dismissed.write(true);
  };
  const show = () => {
    if (!next) return;
    onPane(next.pane);
    requestAnimationFrame(() => focusPane(document.getElementById(next.target)));
  };
  return (
    <section
      aria-label={texts.label}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-accent-soft px-4 py-1.5 text-sm"
    >
      <p role="status" className="min-w-0 flex-1 basis-56 text-pretty">
        {next ? (
          <>
            <span className="mr-2 font-semibold text-accent tabular-nums">
              {texts.count(at + 1, STEPS.length)}
            </span>
            {texts.steps[next.step]}
          </>
        ) : (
          texts.finished
        )}
      </p>
      <div className="ml-auto flex items-center gap-1">
        {next && (
          <Button look="quiet" onClick={show} className="px-2!">
            {texts.show}
          </Button>
        )}
        <IconButton label={next ? texts.skip : texts.close} onClick={dismiss}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
    </section>
  );
}
