export type { Net } from './contract.ts';
export { createNet } from './create-net.ts';
export { createProviderFetch } from './provider-fetch.ts';
export type { SpeechProvider } from './transcriber.ts';
export { isOldYtDlp } from './yt-dlp-faults.ts';
