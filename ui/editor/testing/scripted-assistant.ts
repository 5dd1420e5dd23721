/** An assistant for the notes whose answers a test scripts. */
import type { Assistant, BlockSource, EditorHost, GeneratedText, Job } from '../editor-host.ts';

export interface ScriptedAssistant {
  /** the host of the editor */
  host: Partial<EditorHost>;
  /** the requested jobs, in order */
  jobs: Job[];
  /** how often a job was stopped */
  stops: () => number;
  /** the ratings of answers: ids and values */
  ratings: string[][];
  /** Sends the current state of the latest job. */
  say(part: Partial<GeneratedText>): void;
}

const BEGUN: GeneratedText = {
  phase: 'asking',
  text: '',
  citations: [],
  model: null,
  timeTaken: 0,
  answerId: undefined,
  problem: undefined,
};

export const blockSource = (more: Partial<BlockSource> = {}): BlockSource => ({
  title: 'On otters',
  medium: 'timed',
  byline: 'A channel',
  duration: 600,
  kind: 'ready',
  tooltip: '',
  hasTranscript: true,
  ...more,
});

/** Every source is ready and every request allowed, unless `more` overrides it. */
export function scriptedAssistant(
  more: Partial<Assistant> = {},
  around: Partial<EditorHost> = {},
): ScriptedAssistant {
  const jobs: Job[] = [];
  const ratings: string[][] = [];
  let stops = 0;
  let tell: (part: Partial<GeneratedText>) => void = () => {
    throw new Error('Nothing was asked.');
  };
  const assistant: Assistant = {
    me: 'ada',
    may: true,
    selected: [],
    model: 5,
    prompts: { suggested: [], clip: [], pdfClip: [] },
    make(job) {
      jobs.push(job);
      let now = BEGUN;
      const listeners = new Set<() => void>();
      tell = (part) => {
        now = { ...now, ...part };
        for (const changed of listeners) changed();
      };
      return {
        get: () => now,
        subscribe: (changed) => {
          listeners.add(changed);
          return () => {
            listeners.delete(changed);
          };
        },
        stop: () => {
          stops += 1;
        },
      };
    },
    title: () => Promise.resolve('A heading'),
    rate: (answerId, value) => {
      ratings.push([answerId, value]);
      return Promise.resolve(true);
    },
    ...more,
  };
  return {
    host: { assistant, me: assistant.me, sourceOf: () => blockSource(), ...around },
    jobs,
    ratings,
    stops: () => stops,
    say: (part) => tell(part),
  };
}
