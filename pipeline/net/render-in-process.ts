import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserProcesses } from './browser-processes.ts';
import type { RenderedPage } from './contract.ts';
import type { EgressProxy } from './egress-proxy.ts';
import { renderPage } from './render-page.ts';

/** If a context hasn't closed by then, its process is ended. */
const CLOSE_MS = 2_000;
const TRAFFIC_PER_PAGE_BYTES = 100 * 2 ** 20;

/** Rejects when `stop` aborts, even if Chromium hangs. Always closes the page. */
export async function renderInProcess(
  { processes, proxy }: { processes: BrowserProcesses; proxy: EgressProxy },
  url: URL,
  maxBytes: number,
  stop: AbortSignal,
): Promise<RenderedPage> {
  const running = processes.take();
  const lease = await proxy.lease({ maxBytes: TRAFFIC_PER_PAGE_BYTES });
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  stopped.catch(() => undefined);
  const onStop = (): void => reject(stop.reason);
  stop.addEventListener('abort', onStop, { once: true });
  if (stop.aborted) onStop();
  const contextOf = running.chromium.then((chromium) =>
    chromium.puppet.createBrowserContext({
      proxyServer: lease.server,
      proxyBypassList: ['<-loopback>'],
      downloadBehavior: { policy: 'deny' },
    }),
  );
  contextOf.catch(() => undefined);
  try {
    return await Promise.race([
      stopped,
      (async () => {
        const [chromium, context] = [await running.chromium, await contextOf];
        return renderPage(chromium.puppet, context, lease, url, maxBytes);
      })(),
    ]);
  } finally {
    stop.removeEventListener('abort', onStop);
    lease.close();
    await processes.giveBack(running, () =>
      Promise.race([
        contextOf
          .then((context) => context.close())
          .then(
            () => true,
            () => false,
          ),
        delay(CLOSE_MS, false, { ref: false }),
      ]),
    );
  }
}
