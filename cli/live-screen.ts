import type { Source } from '#core/contract/source.ts';
import type { RejectedInput } from './render/source-list.ts';

const FRAME_MS = 250;

export interface LiveView {
  sources: Source[];
  refused: RejectedInput[];
  adding: { done: number; total: number } | undefined;
}

/** Shows the list of sources in the terminal, and redraws it until it is closed. */
export async function openLiveScreen(view: () => LiveView): Promise<{ close(): void }> {
  const [{ render }, { createElement }, { SourceList }] = await Promise.all([
    import('ink'),
    import('react'),
    import('./render/source-list.ts'),
  ]);
  const startedAt = Date.now();
  const frame = () =>
    createElement(SourceList, {
      ...view(),
      startedAt,
      now: Date.now(),
      rows: process.stdout.rows,
      columns: process.stdout.columns,
    });
  const screen = render(frame(), { exitOnCtrlC: false });
  const timer = setInterval(() => screen.rerender(frame()), FRAME_MS);
  return {
    close() {
      clearInterval(timer);
      screen.rerender(frame());
      screen.unmount();
    },
  };
}
