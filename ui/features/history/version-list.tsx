/** The versions of the notes next to them, newest first. */
import { clsx } from 'clsx';
import { Bookmark, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { NotesVersion } from '#core/contract/history.ts';
import { messageOf } from '#ui/client/api.ts';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { toast } from '#ui/kit/toast.ts';
import { useRovingList } from '#ui/kit/use-roving-list.ts';
import { listText, momentText } from '#ui/kit/format.ts';
import { versionTexts as texts } from './texts.ts';
import { useSaveVersion, useNotesVersions } from './queries.ts';

interface ListProps {
  threadId: string;
  chosen: string | undefined;
  onChoose: (version: NotesVersion) => void;
  onClose: () => void;
}

export function VersionList({ threadId, chosen, onChoose, onClose }: ListProps) {
  const { data, error } = useNotesVersions(threadId);
  const roving = useRovingList({ count: data?.length ?? 0 });
  return (
    <>
      <header className="flex items-center gap-2 py-2 pr-2 pl-4">
        <h2 className="flex-1 text-sm font-semibold">{texts.title}</h2>
        <IconButton label={texts.close} onClick={onClose}>
          <X size={17} aria-hidden />
        </IconButton>
      </header>
      <NameForm threadId={threadId} />
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
        {error ? (
          <p role="alert" className="px-2 text-sm text-danger">
            {messageOf(error)}
          </p>
        ) : !data ? (
          <div className="space-y-2 px-2">
            <Skeleton className="h-11 rounded-control!" />
            <Skeleton className="h-11 rounded-control!" />
          </div>
        ) : data.length === 0 ? (
          <p className="px-2 text-[0.8125rem] text-ink-soft">{texts.none}</p>
        ) : (
          <ul ref={roving} aria-label={texts.list} className="space-y-0.5">
            {data.map((it) => (
              <li key={it._id}>
                <Entry version={it} chosen={it._id === chosen} onChoose={() => onChoose(it)} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function NameForm({ threadId }: { threadId: string }) {
  const [name, setName] = useState('');
  const keep = useSaveVersion(threadId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '')
      keep.mutate(name.trim(), {
        onSuccess: () => setName(''),
        onError: (error) => toast.error(messageOf(error)),
      });
  };
  return (
    <form onSubmit={submit} className="flex gap-2 px-4 pb-3">
      <input
        aria-label={texts.name}
        placeholder={texts.name}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
        className="min-h-target min-w-0 flex-1 rounded-control border border-line-field bg-surface px-2.5 text-sm placeholder:text-ink-faint"
      />
      <Button type="submit" disabled={name.trim() === '' || keep.isPending}>
        {texts.save}
      </Button>
    </form>
  );
}

function Entry({
  version,
  chosen,
  onChoose,
}: {
  version: NotesVersion;
  chosen: boolean;
  onChoose: () => void;
}) {
  const who = listText(
    (version.namedBy ? [version.namedBy] : version.editors).map((it) => it.name),
  );
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={clsx(
        'flex w-full gap-2.5 rounded-control px-2 py-1.5 text-left',
        chosen ? 'bg-pressed' : 'hover:bg-hover',
      )}
    >
      <Bookmark
        size={15}
        aria-hidden
        className={clsx('mt-0.5 shrink-0', version.name ? 'fill-current text-accent' : 'invisible')}
      />
      <span className="min-w-0 flex-1">
        <span
          className={clsx('block truncate text-sm', version.name ? 'font-medium' : 'tabular-nums')}
        >
          {version.name ?? momentText(version.createdAt)}
        </span>
        <span className="block text-xs text-ink-soft">
          {[
            version.name ? momentText(version.createdAt) : texts.autoSaved,
            ...(who ? [texts.by(who)] : []),
            texts.words(version.words),
          ].join(texts.dot)}
        </span>
      </span>
    </button>
  );
}
