import { useMutation, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { Source } from '#core/contract/source.ts';
import { messageOf } from '#ui/client/api.ts';
import { libraryApi } from '#ui/client/library-api.ts';
import { keys } from '#ui/client/queries.ts';
import { toast } from '#ui/kit/toast.ts';
import { sourceTexts as texts } from './texts.ts';
import { readTags } from './tags.ts';

interface Change {
  add: string[];
  remove: string[];
}

/** Shown immediately, and reverted if the server refuses. */
export function SourceTags({
  source,
  onChanged,
}: {
  source: Source;
  onChanged: (source: Source) => void;
}) {
  const cache = useQueryClient();
  const [text, setText] = useState('');
  const tags = source.tags ?? [];
  const change = useMutation({
    mutationFn: (it: Change) => libraryApi.many({ what: 'tag', ids: [source._id], ...it }),
    onMutate: ({ add, remove }) => {
      onChanged({
        ...source,
        tags: [...new Set([...tags, ...add])].filter((it) => !remove.includes(it)),
      });
      return { before: source };
    },
    onError: (error, { add }, kept) => {
      if (kept) onChanged(kept.before);
      setText(add.join(', '));
      toast.error(texts.tagFailed(messageOf(error)));
    },
    onSettled: () => {
      for (const queryKey of [keys.sources, keys.searchNames])
        void cache.invalidateQueries({ queryKey });
    },
  });
  const add = () => {
    const tags = readTags(text);
    setText('');
    if (tags.length > 0) change.mutate({ add: tags, remove: [] });
  };
  return (
    <section aria-label={texts.tags}>
      <h2 className="mb-2 font-semibold">{texts.tags}</h2>
      {tags.length > 0 && (
        <ul aria-label={texts.tags} className="mb-2 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag}
              className="flex max-w-full items-center rounded-full bg-sunken pl-2.5 text-[0.8125rem]"
            >
              <span className="truncate">{tag}</span>
              <button
                type="button"
                aria-label={texts.removeTag(tag)}
                onClick={() => change.mutate({ add: [], remove: [tag] })}
                className="grid size-8 shrink-0 place-items-center rounded-full text-ink-faint hover:text-ink pointer-coarse:size-11"
              >
                <X size={13} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <input
          aria-label={texts.addTag}
          placeholder={texts.addTagPlaceholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={add}
          className="min-h-target w-full rounded-control border border-line-field bg-surface px-2.5 text-[0.8125rem] placeholder:text-ink-faint"
        />
      </form>
    </section>
  );
}
