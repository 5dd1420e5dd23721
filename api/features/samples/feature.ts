import type { UserId } from '#core/contract/id.ts';
import type { Feature } from '../../http/feature.ts';
import { createSampleShelf, type Mark, type SamplePorts } from './seed.ts';

export interface SamplesParts extends SamplePorts {
  /** whether people get a sample thread at all */
  isEnabled: boolean;
  settings: { accounts: 'personal' | 'accounts' };
  owner: UserId;
  /** whether this data folder ever had the owner's sample thread */
  mark: Mark;
}
export interface SamplesFeature extends Feature {
  /** Makes the thread of an account that was confirmed just now. */
  welcome(user: UserId): void;
  /** Makes the owner's thread, and those that an earlier process left unfinished. Called once. */
  begin(): void;
  /** settles once the owner's thread stands: whether this start made it */
  made: Promise<boolean>;
  /** settles when the owner's thread can be opened, although it may still be filled */
  begun: Promise<void>;
}

/** Everybody's first thread, on our own sample sources. */
export function createSamplesFeature(parts: SamplesParts): SamplesFeature {
  const { isEnabled, settings, owner, mark } = parts;
  const shelf = createSampleShelf(parts);
  const { promise: begun, resolve: onBegun } = Promise.withResolvers<void>();
  const { promise: made, resolve: onMade } = Promise.withResolvers<boolean>();
  return {
    name: 'samples',
    welcome(user) {
      if (isEnabled) shelf.welcome(user);
    },
    begin() {
      if (!isEnabled) {
        onBegun();
        onMade(false);
        return;
      }
      onMade(shelf.first(owner, mark, onBegun));
      if (settings.accounts === 'accounts') void shelf.goOn();
    },
    made,
    begun,
    close: () => shelf.settled(),
  };
}
