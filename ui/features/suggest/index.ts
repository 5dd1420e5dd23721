export { callOf, questionCall, type AiCall } from './ai-calls.ts';
export { BottomPrompts, FollowUp } from './lazy-prompts.tsx';
export { requireAccess } from './require-access.ts';
export { NotesMenu } from './notes-menu.tsx';
export {
  planNotice,
  assistantAccess,
  type AssistantAccess,
} from './assistant-access.ts';
export { SmartSuggestions } from './suggestions.tsx';
export { suggestMenuTexts, ideasToolTexts } from './texts/menu.ts';
