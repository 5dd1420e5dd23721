import type { Me } from '#core/contract/account.ts';
import type { Thread } from '#core/contract/thread.ts';

/** What the viewer of a thread can do on this screen. */
export interface ThreadAccess {
  myId: string | undefined;
  isOwner: boolean;
  isVerified: boolean;
  /** Can edit the notes and add or remove sources. */
  writes: boolean;
  /** Can edit the notes as they open: narrow screens open them read-only. */
  writesHere: boolean;
}

export function threadAccess(
  thread: Thread,
  me: Me | null | undefined,
  isWide: boolean,
): ThreadAccess {
  const myId = me?.user._id;
  const isOwner = myId !== undefined && myId === thread.user;
  const writes = isOwner || thread.role === 'editor';
  return {
    myId,
    isOwner,
    isVerified: me?.user.is_verified_user ?? false,
    writes,
    writesHere: writes && isWide,
  };
}
