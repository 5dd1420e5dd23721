import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Source } from '#core/contract/source.ts';
import { api, messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { putSource } from '#ui/client/thread-cache.ts';
import { Button } from '#ui/kit/button.tsx';
import { toast } from '#ui/kit/toast.ts';
import { HistorySheets, type HistorySheet } from './history/history-panel.tsx';
import { heldVersionTexts as texts } from './texts/held-version.ts';

/** Banner in which the owner of a source accepts or discards the version held for review. */
export function HeldVersionNotice({ source }: { source: Source }) {
  const cache = useQueryClient();
  const [sheet, setSheet] = useState<HistorySheet>();
  const decide = useMutation({
    mutationFn: (accept: boolean) => api.decideHeld(source._id, accept),
    onSuccess: (now: Source) => {
      putSource(cache, now);
      void cache.invalidateQueries({ queryKey: keys.sources });
      void cache.invalidateQueries({ queryKey: keys.versions(source._id) });
    },
    onError: (error: unknown) => toast.error(messageOf(error)),
  });
  if (!source.held) return null;
  const { version } = source.held;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-warn-soft px-4 py-2 text-[13px] leading-5 text-warn"
    >
      <TriangleAlert aria-hidden size={16} className="shrink-0" />
      <p className="min-w-56 flex-1 text-pretty">
        <span className="font-medium">{texts.changed[source.medium]}</span> {texts.stays}
      </p>
      <span className="flex flex-wrap gap-1.5">
        <Button onClick={() => setSheet({ what: 'diff', from: source.version, to: version })}>
          {texts.review}
        </Button>
        <Button disabled={decide.isPending} onClick={() => decide.mutate(false)}>
          {texts.keep}
        </Button>
        <Button disabled={decide.isPending} onClick={() => decide.mutate(true)}>
          {texts.use}
        </Button>
      </span>
      <HistorySheets source={source} opened={sheet} onClose={() => setSheet(undefined)} />
    </div>
  );
}
