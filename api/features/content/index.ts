export { contentApp } from './content-app.ts';
export { Signer } from './signing.ts';
export { viewDocument } from './view-document.ts';
