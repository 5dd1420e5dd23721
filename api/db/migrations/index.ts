import type { Migration } from '../migrate.ts';
import { accounts } from './000-accounts.ts';
import { library } from './001-library.ts';
import { jobs } from './002-jobs.ts';
import { collab } from './003-collab.ts';
import { workspace } from './005-workspace.ts';
import { answers } from './006-answers.ts';
import { sourcesAtDepth } from './007-sources-at-depth.ts';
import { checkpoints } from './008-checkpoints.ts';
import { imports } from './009-imports.ts';
import { addresses } from './010-addresses.ts';
import { versions } from './011-versions.ts';
import { features } from './012-features.ts';
import { embeddings } from './013-embeddings.ts';
import { assistant } from './014-assistant.ts';
import { identities } from './015-identities.ts';
import { posts } from './016-posts.ts';
import { uploads } from './017-uploads.ts';
import { history } from './018-history.ts';
import { passkeys } from './019-passkeys.ts';
import { secondFactors } from './020-second-factors.ts';
import { postPages } from './021-post-pages.ts';
import { signUps } from './024-sign-ups.ts';
import { trash } from './025-trash.ts';
import { provider } from './026-provider.ts';
import { assets } from './027-assets.ts';
import { laterTries } from './028-later-tries.ts';
import { tagAddresses } from './029-tag-addresses.ts';
import { libraryAnswers } from './030-library-answers.ts';
import { openedSources } from './031-opened-sources.ts';
import { follows } from './032-follows.ts';

/** In the order in which they run. */
export const migrations: readonly Migration[] = [
  accounts,
  library,
  jobs,
  collab,
  workspace,
  answers,
  sourcesAtDepth,
  checkpoints,
  imports,
  addresses,
  versions,
  features,
  embeddings,
  assistant,
  identities,
  posts,
  uploads,
  history,
  passkeys,
  secondFactors,
  postPages,
  signUps,
  trash,
  provider,
  assets,
  laterTries,
  tagAddresses,
  libraryAnswers,
  openedSources,
  follows,
];
