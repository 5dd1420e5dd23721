/**
 * The addresses of blog panels: `?publish=BLOCK` opens the form, `?blog=ideas` the idea generator.
 */
import { useCallback, useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useMe, useThread } from '#ui/client/queries.ts';

interface BlogAddress {
  /** the block whose form is open */
  publishing: string | undefined;
  /** the generator is open */
  hasIdeas: boolean;
  publish(blockId: string): void;
  openIdeas(): void;
  close(): void;
}

export function useBlogAddress(): BlogAddress {
  const [params, setParams] = useSearchParams();
  const publishing = params.get('publish') ?? undefined;
  const hasIdeas = params.get('blog') === 'ideas';
  // Drops positions from the address, because going back would open them again.
  const publish = useCallback((blockId: string) => setParams({ publish: blockId }), [setParams]);
  const openIdeas = useCallback(() => setParams({ blog: 'ideas' }), [setParams]);
  const close = useCallback(() => setParams({}, { replace: true }), [setParams]);
  return useMemo(
    () => ({ publishing, hasIdeas, publish, openIdeas, close }),
    [publishing, hasIdeas, publish, openIdeas, close],
  );
}

/** The thread of this screen, and whether the user can publish from it. */
export function useBlogThread() {
  const { url = '' } = useParams();
  const { data: thread } = useThread(url);
  const { data: me } = useMe();
  return { thread, me, owns: thread !== undefined && me?.user._id === thread.user };
}
