/** Texts of the tools beside the question box; part of the first load. */
import { counted } from '#ui/kit/format.ts';
export const suggestMenuTexts = {
  prompts: 'Prompts',
  suggestions: 'Smart suggestions',
  makeNotes: 'Generate AI notes',
  pleaseUpgrade: 'Please upgrade your plan to continue',
  spent: 'Daily queries limit reached. Click to upgrade',
  upgrade: 'Upgrade',
  left: (count: number) =>
    counted(count, { one: '# free query left today', other: '# free queries left today' }),
} as const;

export const ideasToolTexts = {
  command: 'Blog ideas',
  tool: 'Blog post from a video',
  toolText: 'Choose an idea and get a first draft in your notes',
} as const;
