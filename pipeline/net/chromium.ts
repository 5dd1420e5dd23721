/**
 * One Chromium process. Spawned here, because puppeteer can't change the user, and controlled over
 * a pipe, so that no debugging port is open.
 */
import { spawn } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { Browser as Puppet, ConnectionTransport } from 'puppeteer-core';
import { Fault } from '#core/contract/faults.ts';
import { killGroup } from './child.ts';
import { removeScratch, scratchFolder } from './scratch-folder.ts';

const LAUNCH_TIMEOUT_MS = 20_000;
const MOST_PIPE_MESSAGE_BYTES = 256 * 2 ** 20;

const FLAGS: readonly string[] = [
  '--headless',
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--hide-scrollbars',
  '--mute-audio',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--password-store=basic',
  '--use-mock-keychain',
  '--metrics-recording-only',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  // Network access: everything goes through the proxy, including loopback; no DNS look-ups and no UDP.
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
];

export interface Chromium {
  readonly puppet: Puppet;
  readonly pid: number;
  /** settles once the process has ended, for any reason */
  readonly ended: Promise<void>;
  kill(): Promise<void>;
}
export interface ChromiumOptions {
  file: string;
  path: string;
  proxyServer: string;
  noSandbox: boolean;
}

/** As root, Chromium has no sandbox; as `nobody` it has. Undefined for the current user. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, , uid = '65534', gid = '65534'] = (
    /^nobody:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0] ?? ''
  ).split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** The complete environment of Chromium; nothing is inherited from the server. */
export const chromiumEnv = (home: string, path: string): Record<string, string> => ({
  HOME: home,
  TMPDIR: home,
  XDG_CONFIG_HOME: home,
  XDG_CACHE_HOME: home,
  LANG: 'en_US.UTF-8',
  PATH: path || '/usr/local/bin:/usr/bin:/bin',
});

export async function launchChromium({
  file,
  path,
  proxyServer,
  noSandbox,
}: ChromiumOptions): Promise<Chromium> {
  const home = await scratchFolder('chromium');
  const user = unprivilegedUser();
  if (user) chownSync(home, user.uid, user.gid);
  const child = spawn(
    file,
    [
      ...FLAGS,
      ...(noSandbox ? ['--no-sandbox'] : []),
      `--proxy-server=${proxyServer}`,
      `--user-data-dir=${home}`,
      'about:blank',
    ],
    {
      cwd: home,
      env: chromiumEnv(home, path),
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      ...user,
    },
  );
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4096);
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  child.once('error', (cause) => {
    fail(cause);
    end();
  });
  child.once('exit', () => {
    fail(new Error('Chromium ended'));
    end();
  });
  // When this process exits, the pipe closes and Chromium ends; this kills what remains of it.
  const killNow = (): void => killGroup(child.pid);
  process.once('exit', killNow);
  const kill = async (): Promise<void> => {
    process.off('exit', killNow);
    killNow();
    if (child.pid !== undefined) await ended;
    killNow();
    await removeScratch(home);
  };
  void ended.then(kill);

  const timer = setTimeout(() => fail(new Error('Chromium did not answer')), LAUNCH_TIMEOUT_MS);
  try {
    const transport = new PipeTransport(child.stdio[3] as Writable, child.stdio[4] as Readable);
    const { default: puppeteer } = await import('puppeteer-core');
    const puppet = await Promise.race([
      puppeteer.connect({
        transport,
        defaultViewport: { width: 1280, height: 900 },
        acceptInsecureCerts: false,
      }),
      failed,
    ]);
    return { puppet, pid: child.pid ?? 0, ended, kill };
  } catch (cause) {
    await kill();
    const isSandbox = /sandbox/i.test(output);
    throw new Fault('browser_missing', {
      message: isSandbox
        ? 'Chromium cannot build its sandbox here. Allow user namespaces on this machine, or set GLOSS_CHROME_NO_SANDBOX=1 to run it without one, then retry.'
        : 'Chromium was found but does not start. Check that every user may run it, or set GLOSS_CHROME_PATH to another one, then retry.',
      details: { file },
      cause: new Error(output.trim().split('\n').at(-1) ?? '', { cause }),
    });
  } finally {
    clearTimeout(timer);
  }
}

/** JSON messages, each terminated by NUL. */
class PipeTransport implements ConnectionTransport {
  onmessage?: (message: string) => void;
  onclose?: () => void;
  readonly #to: Writable;
  readonly #from: Readable;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(to: Writable, from: Readable) {
    this.#to = to;
    this.#from = from;
    from.on('data', (chunk: Buffer) => this.#take(chunk));
    const onEnd = (): void => this.onclose?.();
    from.on('close', onEnd).on('error', onEnd);
    to.on('error', onEnd);
  }
  send(message: string): void {
    this.#to.write(`${message}\0`);
  }
  close(): void {
    this.#to.destroy();
    this.#from.destroy();
  }

  #take(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const message = Buffer.concat([...this.#parts, chunk.subarray(start, end)]).toString();
      this.#parts = [];
      this.#bytes = 0;
      start = end + 1;
      // Each message in its own task, as over a socket, because a handler may wait for the response to
      // another.
      setImmediate(() => this.onmessage?.(message));
    }
    this.#parts.push(chunk.subarray(start));
    this.#bytes += chunk.length - start;
    if (this.#bytes > MOST_PIPE_MESSAGE_BYTES) this.close();
  }
}
