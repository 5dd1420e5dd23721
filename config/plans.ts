/** What a plan gives. Somebody whose plan is not in this list is on the free one. */
import { MODELS } from './models.ts';
import type { Settings } from './settings.ts';

export interface Plan {
  name: string;
  /** questions answered between one local midnight and the next; null: as many as one likes */
  questionsPerDay: number | null;
  /** ids of the models that may be chosen */
  models: readonly number[];
}
export const FREE = 'FREE';
/** of the one owner in personal mode */
export const PERSONAL = 'PERSONAL';

const listed = MODELS.filter((it) => !it.hidden).map((it) => it.id);

/** Models that a feature works with although nobody may choose them. */
export const MODELS_OF_FEATURES: Readonly<Record<string, readonly number[]>> = {
  prompts: MODELS.filter((it) => it.hidden).map((it) => it.id),
};

export const plans = ({
  freeQuestionsPerDay,
}: Pick<Settings, 'freeQuestionsPerDay'>): readonly Plan[] => [
  { name: FREE, questionsPerDay: freeQuestionsPerDay, models: listed },
  { name: 'PRO', questionsPerDay: null, models: listed },
  { name: PERSONAL, questionsPerDay: null, models: listed },
];
