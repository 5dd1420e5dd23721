/** Ways in which a page can try to reach an internal address; each requests a different path. */
export const VECTORS = [
  'img',
  'script',
  'fetch',
  'xhr',
  'websocket',
  'iframe',
  'beacon',
  'prefetch',
  'preconnect',
  'popup',
  'redirect',
  'worker',
  'css',
  'video',
  'object',
  'form',
  'eventsource',
  'favicon',
  'webrtc',
  'localhost',
  'v6',
] as const;

export const maliciousPage = (port: number): string => {
  const at = (vector: (typeof VECTORS)[number]): string => `http://127.0.0.1:${port}/${vector}`;
  return `<!doctype html><title>evil</title>
<link rel="icon" href="${at('favicon')}"><link rel="stylesheet" href="${at('css')}"><link rel="prefetch" href="${at('prefetch')}"><link rel="preconnect" href="${at('preconnect')}"><link rel="dns-prefetch" href="//127.0.0.1:${port}">
<body><img src="${at('img')}"><img src="/hop"><img src="http://localhost:${port}/localhost"><img src="http://[::1]:${port}/v6"><iframe src="${at('iframe')}"></iframe><iframe src="/hop"></iframe>
<video src="${at('video')}" autoplay muted></video><object data="${at('object')}"></object><form id="f" target="sink" method="post" action="${at('form')}"></form><iframe name="sink"></iframe>
<script>
  const attempt = (run) => { try { const made = run(); made?.catch?.(() => {}); } catch {} };
  attempt(() => { const s = document.createElement('script'); s.src = '${at('script')}'; document.body.append(s); });
  attempt(() => fetch('${at('fetch')}', { mode: 'no-cors' }));
  attempt(() => { const x = new XMLHttpRequest(); x.open('GET', '${at('xhr')}'); x.send(); });
  attempt(() => new WebSocket('ws://127.0.0.1:${port}/websocket'));
  attempt(() => navigator.sendBeacon('${at('beacon')}', 'x'));
  attempt(() => window.open('${at('popup')}'));
  attempt(() => new Worker(URL.createObjectURL(new Blob(["fetch('${at('worker')}', { mode: 'no-cors' })"]))));
  attempt(() => new EventSource('${at('eventsource')}'));
  attempt(() => document.getElementById('f').submit());
  attempt(() => { const p = new RTCPeerConnection({ iceServers: [{ urls: 'turn:127.0.0.1:${port}?transport=tcp', username: 'u', credential: 'p' }, { urls: 'stun:127.0.0.1:${port}' }] }); p.createDataChannel('x'); return p.createOffer().then((o) => p.setLocalDescription(o)); });
  const done = document.createElement('p'); done.textContent = 'every vector was tried'; document.body.append(done);
</script>`;
};
