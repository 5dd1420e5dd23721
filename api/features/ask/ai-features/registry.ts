/** Every AI feature: a folder beside this file and a line here. */
import type { AiFeatureModule } from './ai-feature.ts';
import { chat } from './chat/feature.ts';
import { compare } from './compare/feature.ts';
import { guides } from './guides/feature.ts';
import { notes } from './notes/feature.ts';
import { posts } from './posts/feature.ts';
import { suggestedPrompts } from './suggested-prompts/feature.ts';
import { summary } from './summary/feature.ts';
import { titles } from './title/feature.ts';

export const AI_FEATURES: readonly AiFeatureModule[] = [
  chat,
  compare,
  guides,
  suggestedPrompts,
  notes,
  summary,
  titles,
  posts,
];
