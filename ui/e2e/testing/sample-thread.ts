/** The sample thread of a stage. */
import { expect, vi } from 'vitest';
import type { Stage } from './stage.ts';

export interface SampleThread {
  _id: string;
  url: string;
  thread_source_data: { _id: string; medium: string; status: { embedding: number } }[];
}

/** Resolves once all four sample sources can be searched. */
export function sampleThread(stage: Stage): Promise<SampleThread> {
  return vi.waitFor(
    async () => {
      const { docs } = (await stage.call('GET', 'threads')) as { docs: SampleThread[] };
      const [sample] = docs;
      expect(sample?.thread_source_data.map((it) => it.status.embedding)).toEqual([1, 1, 1, 1]);
      return sample as SampleThread;
    },
    { timeout: 60_000, interval: 500 },
  );
}
