export { followTexts } from './texts.ts';
