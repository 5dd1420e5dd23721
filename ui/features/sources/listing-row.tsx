/**
 * A playlist or channel to be added: its videos are listed and selected before any is added.
 */
import { ChevronDown, ListVideo, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ImportPreview } from '#core/contract/import.ts';
import { messageOf } from '#ui/client/api.ts';
import { useListing } from '#ui/client/import-queries.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { Checkbox } from '#ui/kit/checkbox.tsx';
import { Spinner } from '#ui/kit/spinner.tsx';
import { addTexts } from './texts/add.ts';
import { listingTexts as texts } from './texts/listing.ts';
import type { Listed } from './addition-plan.ts';

interface RowProps {
  link: string;
  listed: Listed | undefined;
  onListed: (link: string, now: Listed | undefined) => void;
  onDrop: (() => void) | undefined;
}

interface Video {
  url: string;
  title: string;
  known: boolean;
}
const videosOf = ({ entries }: ImportPreview): Video[] =>
  entries.flatMap(({ url, title, verdict }) =>
    url === undefined || verdict === 'unreadable' || verdict === 'repeated'
      ? []
      : [{ url, title: title ?? url, known: verdict === 'known' }],
  );

export function ListingRow({ link, listed, onListed, onDrop }: RowProps) {
  const { data, error, isFetching, refetch } = useListing(link);
  const [shown, setShown] = useState(false);
  const videos = data ? videosOf(data) : [];
  const title = data?.label ?? link;
  const unseen = data !== undefined && (listed === undefined || listed.hasFailed === true);
  useEffect(() => {
    if (unseen) onListed(link, { title: data.label, urls: videosOf(data).map((it) => it.url) });
  }, [unseen, data, link, onListed]);
  const fails = error !== null && !isFetching && listed === undefined;
  useEffect(() => {
    if (fails) onListed(link, { title: link, urls: [], hasFailed: true });
  }, [fails, link, onListed]);
  const chosen = new Set(listed?.urls);
  const all = chosen.size === videos.length;
  const choose = (urls: readonly string[]) => onListed(link, { title, urls });

  return (
    <li className="overflow-hidden rounded-control bg-sunken text-sm">
      <div className="flex min-h-9 items-center gap-2.5 px-3">
        <span className="text-ink-faint">
          {isFetching ? <Spinner className="size-4!" /> : <ListVideo size={16} aria-hidden />}
        </span>
        <span className="min-w-0 flex-1 py-1.5">
          <span className="block truncate font-medium" dir="auto">
            {title}
          </span>
          <span
            className={`block text-xs ${error && !isFetching ? 'text-danger' : 'text-ink-soft'}`}
            role="status"
          >
            {isFetching
              ? texts.loading
              : error
                ? messageOf(error)
                : chosen.size === videos.length
                  ? texts.size(videos.length)
                  : texts.chosen(chosen.size, videos.length)}
          </span>
        </span>
        {error && !isFetching && (
          <Button look="quiet" onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        )}
        {videos.length > 0 && (
          <IconButton
            label={shown ? texts.hide(title) : texts.show(title)}
            aria-expanded={shown}
            onClick={() => setShown(!shown)}
          >
            <ChevronDown size={16} className={shown ? 'rotate-180' : ''} />
          </IconButton>
        )}
        {onDrop && (
          <IconButton label={addTexts.remove(title)} onClick={onDrop} className="-mr-2">
            <X size={15} />
          </IconButton>
        )}
      </div>
      {shown && (
        <div className="border-t border-line">
          <button
            type="button"
            onClick={() => choose(all ? [] : videos.map((it) => it.url))}
            className="min-h-target px-3 text-[0.8125rem] font-medium text-accent"
          >
            {all ? texts.none : texts.all}
          </button>
          <ul
            aria-label={texts.list(title)}
            className="max-h-60 overflow-y-auto overscroll-contain pb-1.5"
          >
            {videos.map(({ url, title: name, known }) => (
              <li
                key={url}
                className="flex items-center gap-1 pr-3 pl-1.5 [contain-intrinsic-size:auto_32px] [content-visibility:auto]"
              >
                <Checkbox
                  label={texts.use(name)}
                  checked={chosen.has(url)}
                  onPress={() =>
                    choose(
                      videos.flatMap((it) =>
                        chosen.has(it.url) === (it.url !== url) ? [it.url] : [],
                      ),
                    )
                  }
                />
                <span className="min-w-0 flex-1 truncate" dir="auto">
                  {name}
                </span>
                {known && <span className="shrink-0 text-xs text-ink-soft">{texts.known}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}
