export { ChatBox } from './chat-box.tsx';
export { AnswerText, bringAnswerText } from './answer-markdown.tsx';
export { Answers } from './answers.tsx';
export { useAsk } from './use-ask.ts';
export { answerBlock } from './notes-block.ts';
export type { AnswerView } from './reduce.ts';
export { useModel } from './model.ts';
