export { Answers } from './answers.ts';
export { createAskFeature } from './feature.ts';
