import type { ImportLive } from '#core/contract/import.ts';
import { Fault } from '#core/contract/faults.ts';
import type { ImportKey } from '../render/import-screen.ts';
import { hasKeyboard } from '../keyboard.ts';

/** more frames would flicker */
const FRAMES_PER_SECOND = 4;
const FRAME_MS = 1000 / FRAMES_PER_SECOND;

export interface OpenScreen {
  show(now: ImportLive): void;
  close(): void;
}
export interface ScreenOptions {
  name: string;
  into: string;
  live: ImportLive;
  /** the import continues elsewhere when this screen is left */
  goesOn: boolean;
  steer(what: 'pause' | 'resume' | 'cancel'): Promise<void>;
  leave(): void;
}

/** Runs the live screen on the terminal; it has keys only if stdin is a terminal too. */
export async function openImportScreen({
  name,
  into,
  live,
  goesOn,
  steer,
  leave,
}: ScreenOptions): Promise<OpenScreen> {
  const [{ render }, { createElement }, { ImportScreen }] = await Promise.all([
    import('ink'),
    import('react'),
    import('../render/import-screen.ts'),
  ]);
  const startedAt = Date.now();
  const hasKeys = hasKeyboard();
  let shown = live;
  let note: string | undefined;
  const onKey = (key: ImportKey): void => {
    if (key === 'quit') {
      leave();
      return;
    }
    // Raw mode turns Ctrl-C into a key, so it is converted back to a signal.
    if (key === 'interrupt') {
      process.kill(process.pid, 'SIGINT');
      return;
    }
    note = {
      pause: 'Pausing: finishing what is being processed …',
      resume: 'Resuming …',
      cancel: 'Cancelling …',
    }[key];
    draw();
    steer(key).then(
      () => {
        note = undefined;
      },
      (error: unknown) => {
        note = error instanceof Fault ? error.message : String(error);
      },
    );
  };
  const frame = (closed = false) =>
    createElement(ImportScreen, {
      name,
      into,
      live: shown,
      goesOn,
      note,
      closed,
      onKey: hasKeys ? onKey : undefined,
      elapsedMs: Date.now() - startedAt,
      now: Date.now(),
      rows: process.stdout.rows,
      columns: process.stdout.columns,
    });
  const screen = render(frame(), {
    exitOnCtrlC: false,
    maxFps: FRAMES_PER_SECOND,
    incrementalRendering: true,
  });
  function draw(): void {
    screen.rerender(frame());
  }
  const timer = setInterval(draw, FRAME_MS);
  return {
    show(now) {
      shown = now;
    },
    close() {
      clearInterval(timer);
      screen.rerender(frame(true));
      screen.unmount();
    },
  };
}
