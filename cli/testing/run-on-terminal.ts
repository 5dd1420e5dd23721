/** Runs the real command on a terminal of 80 × 24, created by util-linux's `script`. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const SCRIPT = '/usr/bin/script';
const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));
/** BSD's `script` has other options. */
export const hasTerminal = process.platform === 'linux' && existsSync(SCRIPT);

export interface TerminalRun {
  /** The output so far, without colours and cursor movements. */
  readonly text: string;
  /** resolves once the output from now on matches */
  shows(pattern: RegExp): Promise<void>;
  press(keys: string): void;
  /** its exit code */
  done: Promise<number | null>;
}

export function runOnTerminal(args: readonly string[], env: Record<string, string>): TerminalRun {
  const quoted = [process.execPath, '--disable-warning=ExperimentalWarning', MAIN, ...args]
    .map((it) => `'${it.replaceAll("'", "'\\''")}'`)
    .join(' ');
  const child = spawn(SCRIPT, ['-qfec', `stty cols 80 rows 24; exec ${quoted}`, '/dev/null'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TERM: 'xterm',
      GLOSS_CHROME_NO_SANDBOX: '1',
      GLOSS_LOG_LEVEL: 'error',
      GLOSS_PORT: '0',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let text = '';
  let from = 0;
  const waiting = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += stripVTControlCharacters(piece);
    for (const look of waiting) look();
  });
  const done = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  return {
    get text() {
      return text;
    },
    done,
    press: (keys) => {
      from = text.length;
      child.stdin.write(keys);
    },
    shows: (pattern) =>
      Promise.race([
        new Promise<void>((settle) => {
          const look = () => {
            if (pattern.test(text.slice(from))) {
              waiting.delete(look);
              settle();
            }
          };
          waiting.add(look);
          look();
        }),
        done.then((code) => {
          if (!pattern.test(text.slice(from)))
            throw new Error(`gloss ended with ${code} and never showed ${pattern}: ${text}`);
        }),
      ]),
  };
}
