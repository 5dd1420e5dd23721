/** A megabyte of notes: pasted as Markdown and as plain text, selected, and deleted. */
import { percentile, report, type Row } from './lib/table.ts';
import { workedMs } from './editor/typing.ts';
import { type UiStage, type Window, withUiStage } from './ui/stage.ts';

const BYTES = 1_000_000;
const ROUNDS = 3;
const NOTES = '.note-editor[contenteditable="true"]';
const LINE =
  'A gloss is a note in the margin, and it explains a hard word beside the passage that has it.';

/** `separator`: between lines */
function text(lineOf: (n: number) => string, separator: string): string {
  const lines: string[] = [];
  for (let n = 0, bytes = 0; bytes < BYTES; n += 1) {
    const line = lineOf(n);
    lines.push(line);
    bytes += line.length + separator.length;
  }
  return lines.join(separator);
}

const TEXTS = {
  Markdown: text(
    (n) =>
      n % 20 === 0 ? `## Part ${n}` : n % 5 === 0 ? `- **Point ${n}**: ${LINE}` : `${n} ${LINE}`,
    '\n\n',
  ),
  'plain text': text((n) => `${n} ${LINE}`, '\n'),
};

const SITE = {
  '/page.html': {
    type: 'text/html',
    bytes: `<!doctype html><html lang="en"><title>On margins</title><p>${LINE}</p></html>`,
  },
};

type Act = { text: string } | { key: string; ctrlKey?: boolean };

/** Runs an action in the notes, and waits until it is painted. */
const untilPainted = ({ page }: Window, act: Act) =>
  page.evaluate(
    ([selector, act]) =>
      new Promise<number>((done) => {
        const from = performance.now();
        const notes = document.querySelector(selector);
        const init = { bubbles: true, cancelable: true };
        if ('text' in act) {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', act.text);
          notes?.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData }));
        } else notes?.dispatchEvent(new KeyboardEvent('keydown', { ...init, ...act }));
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => done(performance.now() - from);
          port2.postMessage(null);
        });
      }),
    [NOTES, act] as const,
  );

type Measured = Record<string, { ms: number; cpuMs: number }>;

async function timed(window: Window, act: Act): Promise<{ ms: number; cpuMs: number }> {
  const before = await workedMs(window);
  const ms = await untilPainted(window, act);
  return { ms, cpuMs: (await workedMs(window)) - before };
}

async function round(stage: UiStage, text: string): Promise<Measured> {
  const { url } = await stage.thread(['/page.html']);
  const window = await stage.open(`/t/${url}`);
  const { page } = window;
  await page.locator(NOTES).click();
  await page.waitForTimeout(1000);
  const paste = await timed(window, { text });
  // Waits until it is drawn and sent.
  await page.waitForTimeout(8000);
  const measured = {
    paste,
    'select all': await timed(window, { key: 'a', ctrlKey: true }),
    delete: await timed(window, { key: 'Delete' }),
  };
  await window.close();
  return measured;
}

export async function run(): Promise<void> {
  const rows: Row[] = [];
  await withUiStage(SITE, async (stage) => {
    for (const [name, pasted] of Object.entries(TEXTS)) {
      const rounds: Measured[] = [];
      for (let n = 0; n < ROUNDS; n += 1) rounds.push(await round(stage, pasted));
      const median = (what: string, of: 'ms' | 'cpuMs') =>
        percentile(
          rounds.flatMap((it) => it[what]?.[of] ?? []),
          0.5,
        );
      for (const what of Object.keys(rounds[0] ?? {}))
        rows.push({
          text: name,
          what,
          'until painted, ms': median(what, 'ms'),
          'main thread, ms of CPU': median(what, 'cpuMs'),
        });
    }
  });
  report('editor-bulk', `${BYTES / 1e6} MB in empty notes, until it was painted`, rows);
}
