/** One prompt per kind of menu; the offline version depends on the kind of the guide. */
import { GUIDE_KINDS, type GuideKind } from '#config/guides.ts';
import type { ContextMode, TextFeature } from '../../../../answer/contract.ts';
import { guideOffline } from '../../../../answer/offline/guides.ts';

const guide = (
  name: string,
  file: string,
  gather: ContextMode,
  values: readonly string[] = [],
): Record<GuideKind, TextFeature> =>
  Object.fromEntries(
    GUIDE_KINDS.map((kind): [GuideKind, TextFeature] => [
      kind,
      {
        name,
        prompt: new URL(file, import.meta.url),
        task: 'write',
        gather,
        values,
        offline: guideOffline(kind),
      },
    ]),
  ) as Record<GuideKind, TextFeature>;

export const predefined = guide('predefined', 'predefined.md', 'whole');
/** `question` and its `answer` are the context; `task` is the current request. */
export const followUp = guide('follow-up', 'follow-up.md', 'question', ['answer', 'task']);
export const clipGuide = guide('clip-guide', 'clip-guide.md', 'about');
export const studentGuide = guide('guide-student', 'student.md', 'whole');
export const creatorGuide = guide('guide-creator', 'creator.md', 'whole');
export const researcherGuide = guide('guide-researcher', 'researcher.md', 'whole');
