export { chatThread } from './ai-features/chat/feature.ts';
export { Answers } from './answers.ts';
export { createAskFeature } from './feature.ts';
export { foldAnswer } from './fold-answer.ts';
