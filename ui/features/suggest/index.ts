export { BottomPrompts } from './bottom-prompts.tsx';
export { callOf, questionCall, type AiCall } from './calls.ts';
export { FollowUp } from './lazy.tsx';
export { mayAsk } from './may-ask.ts';
export { NotesMenu } from './notes-menu.tsx';
export {
  planWord,
  assistantAccess as standingOf,
  type AssistantAccess as Standing,
} from './assistant-access.ts';
export { SmartSuggestions } from './suggestions.tsx';
export { suggestMenuTexts, ideasToolTexts } from './texts/menu.ts';
