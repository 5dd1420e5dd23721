/**
 * Many sources at once: a file of another program, or a list of links. What it holds is shown
 * before anything starts.
 */
import { clsx } from 'clsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileInput } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import type { ImportPreview } from '#core/contract/import.ts';
import { api, messageOf } from '#ui/client/api.ts';
import { keys, useThreads } from '#ui/client/queries.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { Spinner } from '#ui/kit/spinner.tsx';
import { toast } from '#ui/kit/toast.ts';
import { importDialogTexts as texts } from '#ui/texts/imports.ts';
import { PreviewTable } from './preview-table.tsx';

interface Given {
  name: string;
  bytes: Blob;
}

async function keyOf(bytes: Blob, threadId: string): Promise<string | undefined> {
  // Not there where the page is not served securely; the import then begins anew.
  if (!('subtle' in crypto)) return undefined;
  const digest = await crypto.subtle.digest(
    'SHA-256',
    await new Blob([bytes, threadId]).arrayBuffer(),
  );
  return [...new Uint8Array(digest)].map((it) => it.toString(16).padStart(2, '0')).join('');
}

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const threads = useThreads();
  const chooser = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [text, setText] = useState('');
  const [over, setOver] = useState(false);
  const [threadId, setThreadId] = useState('');
  const [given, setGiven] = useState<Given>();

  const read = useMutation({
    mutationFn: (it: Given) => api.readImport(it.bytes, it.name, threadId || undefined),
  });
  const start = useMutation({
    mutationFn: async ({ preview, from }: { preview: ImportPreview; from: Given }) => {
      const key = await keyOf(from.bytes, threadId);
      return api.startImport({
        name: from.name,
        format: preview.format,
        items: preview.entries
          .filter((it) => it.verdict !== 'unreadable')
          .map(({ verdict: _verdict, of: _of, why: _why, ...entry }) => entry),
        unread: preview.unread,
        ...(thread && { threadId: thread._id }),
        ...(key && { key }),
      });
    },
    onSuccess: ({ resumed }) => {
      void cache.invalidateQueries({ queryKey: keys.imports });
      void cache.invalidateQueries({ queryKey: keys.sources });
      if (resumed) toast.info(texts.resumed);
      onClose();
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  const thread = threads.data?.docs.find((it) => it._id === threadId);
  const look = (it: Given) => {
    setGiven(it);
    read.mutate(it);
  };
  const take = (file: File | undefined) => {
    if (file) look({ name: file.name, bytes: file });
  };
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const preview = read.data;
  const count = preview ? preview.totals.new + preview.totals.listing : 0;
  const held = preview ? preview.totals.known : 0;
  const worth = count > 0 || (held > 0 && threadId !== '');

  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.title}
      description={texts.text}
      footer={
        preview && given ? (
          <>
            <Button
              className="mr-auto"
              look="quiet"
              onClick={() => {
                read.reset();
                setGiven(undefined);
              }}
            >
              {texts.another}
            </Button>
            <Button
              look="primary"
              disabled={!worth || start.isPending}
              onClick={() => start.mutate({ preview, from: given })}
            >
              {worth ? texts.start(count || held) : texts.nothing}
            </Button>
          </>
        ) : (
          <Button
            look="primary"
            disabled={text.trim() === '' || read.isPending}
            onClick={() =>
              look({ name: texts.pasted, bytes: new Blob([text], { type: 'text/plain' }) })
            }
          >
            {texts.look}
          </Button>
        )
      }
    >
      <label className="mb-4 flex flex-wrap items-center gap-2 text-sm">
        <span className="text-ink-soft">{texts.into}</span>
        <select
          value={threadId}
          onChange={(event) => {
            setThreadId(event.target.value);
            read.reset();
            setGiven(undefined);
          }}
          aria-label={texts.thread}
          className="min-h-target min-w-0 flex-1 rounded-control border border-line-field bg-surface px-2 text-sm"
        >
          <option value="">{texts.libraryAlone}</option>
          {threads.data?.docs.map((it) => (
            <option key={it._id} value={it._id}>
              {it.title}
            </option>
          ))}
        </select>
      </label>
      {preview ? (
        <PreviewTable preview={preview} />
      ) : (
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={dropped}
        >
          <button
            type="button"
            onClick={() => chooser.current?.click()}
            disabled={read.isPending}
            aria-describedby={hint}
            className={clsx(
              'flex w-full items-center gap-3 rounded-card border border-dashed px-4 py-5 text-left transition-colors duration-(--quick)',
              over ? 'border-accent bg-accent-soft' : 'border-line-strong hover:bg-hover',
            )}
          >
            {read.isPending ? (
              <Spinner />
            ) : (
              <FileInput size={20} aria-hidden className="shrink-0 text-ink-faint" />
            )}
            <span className="text-sm text-ink-soft">
              {read.isPending ? (
                texts.reading(given?.name ?? '')
              ) : (
                <>
                  <span className="font-medium text-ink">{texts.choose}</span>
                  {texts.orDrop}
                </>
              )}
            </span>
          </button>
          <p id={hint} className="mt-1.5 text-xs text-ink-faint text-pretty">
            {texts.formats}
          </p>
          <input
            ref={chooser}
            type="file"
            hidden
            aria-label={texts.file}
            onChange={(event) => {
              take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          <textarea
            aria-label={texts.paste}
            placeholder={texts.pastePlaceholder}
            rows={4}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="mt-4 block max-h-52 min-h-24 w-full resize-none rounded-card border border-line-field bg-surface px-3.5 py-3 text-[0.9375rem] leading-relaxed [field-sizing:content] placeholder:text-ink-faint"
          />
          {read.error && (
            <p role="alert" className="mt-3 text-sm text-danger">
              {messageOf(read.error)}
            </p>
          )}
        </div>
      )}
    </Sheet>
  );
}
