import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import { createBrowser } from './browser.ts';
import { createConnectivity } from './connectivity.ts';
import type { Net } from './contract.ts';
import { createEgressProxy } from './egress-proxy.ts';
import { createGate } from './gate.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { createMediaStreams } from './media-stream.ts';
import { createPace } from './pace.ts';
import { createResolver, type Resolve } from './resolver.ts';
import type { SpeechToText } from './contract.ts';
import { createSoundCutter } from './sound-pieces.ts';
import { createSpeechToText, type SpeechProvider } from './transcriber.ts';
import { createVideoFrames } from './video-frame.ts';
import { createYtDlp } from './yt-dlp.ts';

export type NetSettings = Pick<
  Settings,
  'fetchAllow' | 'dnsServers' | 'hostPace' | 'chromePath' | 'chromeNoSandbox' | 'ytdlpPath' | 'path'
>;

/**
 * Creates the network access of a process. Parts start on first use; `close` ends all of them.
 * `speech` transcribes audio if a model is set, and is read for each use. `allow` adds exact
 * `host:port` pairs to those of the settings, for the server of the sample sources.
 */
export function createNet(
  settings: NetSettings,
  log: Log,
  options: {
    allow?: readonly string[];
    resolve?: Resolve;
    readonly speech?: SpeechProvider | undefined;
  } = {},
): Net {
  const { dnsServers: servers } = settings;
  const resolver = createResolver({ servers, onFound: (name) => connectivity.found(name) });
  const connectivity = createConnectivity(options.resolve ?? resolver.resolve, servers);
  const gate = createGate({
    allow: [...settings.fetchAllow, ...(options.allow ?? [])],
    resolve: connectivity.resolve,
  });
  const pace = createPace(settings.hostPace);
  const proxy = createEgressProxy({ gate });
  const { fetch, close: closeFetch } = createGuardedFetch({
    gate,
    pace,
    offlineFault: connectivity.check,
  });
  const media = createMediaStreams({ gate });
  const browser = createBrowser({
    gate,
    proxy,
    pace,
    log,
    configuredPath: settings.chromePath,
    path: settings.path,
    noSandbox: settings.chromeNoSandbox,
  });
  const ytdlp = createYtDlp({
    gate,
    proxy,
    pace,
    configuredPath: settings.ytdlpPath,
    path: settings.path,
  });
  const cutter = createSoundCutter({ path: settings.path });
  let listener: { provider: SpeechProvider; speech: SpeechToText } | undefined;
  return {
    fetch,
    media,
    browser,
    ytdlp,
    frames: createVideoFrames({ ytdlp, proxy, fetch, path: settings.path }),
    get speech() {
      const provider = options.speech;
      if (!provider) return undefined;
      if (listener?.provider !== provider)
        listener = { provider, speech: createSpeechToText({ provider, ytdlp, cutter }) };
      return listener.speech;
    },
    lanes: () => pace.lanes(),
    async close() {
      await browser.close();
      await Promise.all([proxy.close(), closeFetch(), media.close()]);
    },
  };
}
