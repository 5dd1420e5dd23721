/** What the idea generator says. */
import { counted } from '#ui/kit/format.ts';

export const ideaTexts = {
  hint: 'Posts out of a video, to choose from',
  keywords: ['blog', 'ideas', 'post', 'generate', 'video'],
  title: 'Blog ideas',
  text: 'Choose a video, then the ideas that are worth a post. Drafts with their places land at the start of your notes.',
  sources: 'Video sources',
  noSources: 'This thread has no video yet. Add one, and its ideas can become posts.',
  addSource: 'Add source',
  readingNow: 'Being read',
  change: 'Another video',
  ideasOf: (title: string) => `Ideas from ${title}`,
  ideas: 'Ideas',
  making: 'Ideas are being made…',
  more: 'New ideas',
  failed: (why: string) => `The ideas could not be made: ${why}`,
  retry: 'Retry',
  none: 'This video says too little for a post of its own.',
  chosen: (count: number) =>
    count === 0
      ? 'Choose at least one idea'
      : counted(count, { one: '# idea chosen', other: '# ideas chosen' }),
  most: (count: number) => `At most ${count} at once.`,
  generate: 'Generate blog',
  generating: (count: number) =>
    counted(count, {
      one: 'The post is being written. It can take 1–2 minutes.',
      other: '# posts are being written. It can take 1–2 minutes.',
    }),
  stop: 'Stop',
  misfit: 'Invalid blog content schema',
  notMade: (why: string) => `Nothing was written: ${why}`,
  done: (count: number) =>
    counted(count, {
      one: 'A post was added at the start of your notes',
      other: '# posts were added at the start of your notes',
    }),
  locked: 'Unlock full access to Gloss AI features',
  login: 'Login',
  spent: 'Daily queries limit reached. Click to upgrade',
  offline:
    'Without a model, the offline assistant arranges the video’s own sentences into a skeleton.',
} as const;
