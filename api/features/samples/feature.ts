import type { UserId } from '#core/contract/id.ts';
import type { Feature } from '../../http/feature.ts';
import { createSampleThreads, type Mark, type SamplePorts } from './sample-threads.ts';

export interface SamplesParts extends SamplePorts {
  /** whether people get a sample thread */
  isEnabled: boolean;
  settings: { accounts: 'personal' | 'accounts' };
  owner: UserId;
  /** records whether this data folder ever had the owner's sample thread */
  mark: Mark;
}
export interface SamplesFeature extends Feature {
  /** Creates the thread of a newly confirmed account. */
  welcome(user: UserId): void;
  /**
   * Creates the owner's thread, and completes threads that an earlier process left unfinished.
   * Called once.
   */
  begin(): void;
  /** resolves when the owner's thread is complete, with whether this start created it */
  made: Promise<boolean>;
  /** resolves when the owner's thread can be opened, although it may still be filled */
  begun: Promise<void>;
}

/** The first thread of every account, with our own sample sources. */
export function createSamplesFeature(parts: SamplesParts): SamplesFeature {
  const { isEnabled, settings, owner, mark } = parts;
  const threads = createSampleThreads(parts);
  const { promise: begun, resolve: onBegun } = Promise.withResolvers<void>();
  const { promise: made, resolve: onMade } = Promise.withResolvers<boolean>();
  return {
    name: 'samples',
    welcome(user) {
      if (isEnabled) threads.welcome(user);
    },
    begin() {
      if (!isEnabled) {
        onBegun();
        onMade(false);
        return;
      }
      onMade(threads.first(owner, mark, onBegun));
      if (settings.accounts === 'accounts') void threads.resume();
    },
    made,
    begun,
    close: () => threads.settled(),
  };
}
