import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { Follow } from '#core/contract/follow.ts';
import { messageOf } from '#ui/client/api.ts';
import { followApi } from '#ui/client/follow-api.ts';
import { keys } from '#ui/client/queries.ts';
import { timeAgo } from '#ui/kit/time-ago.ts';
import { Button } from '#ui/kit/button.tsx';
import { Confirm } from '#ui/kit/dialog.tsx';
import { toast } from '#ui/kit/toast.ts';
import { IntervalSelect } from './interval-select.tsx';
import { followTexts as texts } from './texts.ts';

const factsOf = ({ state, checkedAt, items, tags, match }: Follow): string =>
  [
    texts.items(items),
    state === 'ended'
      ? texts.ended
      : checkedAt === undefined
        ? texts.notChecked
        : texts.checked(timeAgo(checkedAt)),
    ...tags.map((tag) => `#${tag}`),
    ...(match === undefined ? [] : [`“${match}”`]),
  ].join(' · ');

export function FollowRow({ follow }: { follow: Follow }) {
  const { _id, title, url, every, state, error } = follow;
  const cache = useQueryClient();
  const [asks, setAsks] = useState(false);
  const options = {
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: keys.follows });
      void cache.invalidateQueries({ queryKey: keys.imports });
    },
    onError: (fault: Error) => toast.error(messageOf(fault)),
  };
  const change = useMutation({
    mutationFn: (interval: string) => followApi.change(_id, { every: interval }),
    ...options,
  });
  const check = useMutation({ mutationFn: () => followApi.check(_id), ...options });
  const remove = useMutation({
    mutationFn: () => followApi.remove(_id),
    ...options,
    onSuccess: () => {
      options.onSuccess();
      toast.success(texts.unfollowed(title));
    },
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3.5 py-3">
      <div className="min-w-60 flex-1">
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          dir="auto"
          className="block truncate text-left text-sm font-medium hover:underline"
        >
          {title}
        </a>
        <p className="mt-0.5 truncate text-xs text-ink-soft">{factsOf(follow)}</p>
        {error && <p className="mt-1 text-xs text-pretty text-danger">{error.message}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {state === 'active' && (
          <IntervalSelect
            isSmall
            label={texts.everyOf(title)}
            value={every}
            onChange={(interval) => change.mutate(interval)}
          />
        )}
        <Button
          aria-label={texts.checkOne(title)}
          disabled={check.isPending}
          onClick={() => check.mutate()}
        >
          <RefreshCw size={15} aria-hidden />
          {texts.check}
        </Button>
        <Button look="quiet" aria-label={texts.unfollowOne(title)} onClick={() => setAsks(true)}>
          {texts.unfollow}
        </Button>
      </div>
      <Confirm
        open={asks}
        onOpenChange={setAsks}
        title={texts.unfollowTitle(title)}
        text={texts.unfollowText}
        action={texts.unfollow}
        onConfirm={() => remove.mutate()}
      />
    </li>
  );
}
