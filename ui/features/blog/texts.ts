/** Texts of the blog idea generator. */
import { counted } from '#ui/kit/format.ts';

export const ideaTexts = {
  hint: 'Post ideas from a video',
  keywords: ['blog', 'ideas', 'post', 'generate', 'video'],
  title: 'Blog ideas',
  text: 'Choose a video, then select ideas. Drafts with citations are added to the top of your notes.',
  sources: 'Video sources',
  noSources: 'Add a video to this thread to get post ideas from it.',
  addSource: 'Add source',
  processing: 'Processing',
  change: 'Choose another video',
  ideasOf: (title: string) => `Ideas from ${title}`,
  ideas: 'Ideas',
  generatingIdeas: 'Generating ideas…',
  more: 'New ideas',
  failed: (why: string) => `Couldn't generate ideas: ${why}`,
  retry: 'Retry',
  none: 'Not enough text in this video for a post',
  chosen: (count: number) =>
    count === 0
      ? 'Select at least one idea'
      : counted(count, { one: '# idea selected', other: '# ideas selected' }),
  most: (count: number) => `You can select up to ${count} ideas.`,
  generate: 'Generate blog',
  generating: (count: number) =>
    counted(count, {
      one: 'Writing post… This can take 1–2 minutes.',
      other: 'Writing # posts… This can take 1–2 minutes.',
    }),
  stop: 'Stop',
  misfit: 'Invalid blog content schema',
  notGenerated: (why: string) => `Couldn't write the post: ${why}`,
  done: (count: number) =>
    counted(count, {
      one: 'Post added to the top of your notes',
      other: '# posts added to the top of your notes',
    }),
  locked: 'Unlock full access to Gloss AI features',
  login: 'Login',
  spent: 'Daily queries limit reached. Click to upgrade',
  offline:
    "Without a model, the offline assistant builds an outline from the video's own sentences.",
} as const;
