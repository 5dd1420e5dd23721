export { callOf, questionCall, type AiCall } from './calls.ts';
export { BottomPrompts, FollowUp } from './lazy.tsx';
export { mayAsk } from './may-ask.ts';
export { NotesMenu } from './notes-menu.tsx';
export {
  planWord,
  assistantAccess,
  type AssistantAccess,
} from './assistant-access.ts';
export { SmartSuggestions } from './suggestions.tsx';
export { suggestMenuTexts, ideasToolTexts } from './texts/menu.ts';
