export type { Net } from './contract.ts';
export { createNet } from './create-net.ts';
export { createProviderFetch } from './provider-fetch.ts';
export type { SpeechProvider } from './transcriber.ts';
export { createVirusScanner, type VirusScanner } from './virus-scanner.ts';
export { isOldYtDlp } from './yt-dlp-faults.ts';
