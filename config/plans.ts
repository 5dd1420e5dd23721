/** The limits of each plan. A person with an unknown plan is on the free plan. */
import { MODELS } from './models.ts';
import type { Settings } from './settings.ts';

export interface Plan {
  name: string;
  /** questions per local day; null: unlimited */
  questionsPerDay: number | null;
  /** ids of the models that people can choose */
  models: readonly number[];
}
export const FREE = 'FREE';
/** the plan of the only owner in personal mode */
export const PERSONAL = 'PERSONAL';

const listed = MODELS.filter((it) => !it.hidden).map((it) => it.id);

/** Models that features use although people can't choose them. */
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
