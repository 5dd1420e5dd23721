export { contentApp } from './content-app.ts';
export { readReader, servedView } from './served-view.ts';
export { Signer } from './signing.ts';
