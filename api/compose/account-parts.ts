import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import type { UserId } from '#core/contract/id.ts';
import type { Database } from '#pipeline/library/index.ts';
import type { MeRoutePorts } from '../features/accounts/index.ts';
import type { Threads } from '../features/threads/index.ts';
import type { AccessChanges } from '../policy/index.ts';

export interface AccountParts {
  settings: Settings;
  log: Log;
  database: Database;
  changes: AccessChanges;
  threads: Threads;
  publicUrl: string;
  /** signs issued tokens and addresses */
  secret: string;
  /** origins of Gloss's own pages */
  origins: ReadonlySet<string>;
  /** Called when an address is confirmed for the first time, after the commit. */
  onNew(id: UserId): void;
  /** Deletes data of an account in other stores, before the account is deleted. */
  onRemoving(user: UserId): Promise<void>;
  /** what this server can do, for its settings page */
  capabilities: MeRoutePorts['capabilities'];
}
