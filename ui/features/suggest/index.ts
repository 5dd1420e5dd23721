export { BottomPrompts } from './bottom-prompts.tsx';
export { callOf, questionCall, type AiCall } from './calls.ts';
export { FollowUp } from './lazy.tsx';
export { NotesMenu } from './notes-menu.tsx';
export { planWord, standingOf, type Standing } from './standing.ts';
export { SmartSuggestions } from './suggestions.tsx';
