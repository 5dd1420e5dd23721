export { contentApp } from './content-app.ts';
export { relayUrl } from './relay-media.ts';
export { readReader, servedView, type ViewPorts } from './served-view.ts';
export { Signer } from './signing.ts';
