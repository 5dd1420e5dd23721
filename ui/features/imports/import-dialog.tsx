/**
 * Imports a file of another program, or a list of links, after a preview.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportPreview } from '#core/contract/import.ts';
import { importApi } from '#ui/client/import-api.ts';
import { messageOf } from '#ui/client/api.ts';
import { keys, useThreads } from '#ui/client/queries.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { toast } from '#ui/kit/toast.ts';
import { importDialogTexts as texts } from './texts.ts';
import { ImportInput } from './import-input.tsx';
import { importCount, importKey, newImport, type ImportFile } from './new-import.ts';
import { PreviewTable } from './preview-table.tsx';

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const threads = useThreads();
  const [text, setText] = useState('');
  const [threadId, setThreadId] = useState('');
  const [given, setGiven] = useState<ImportFile>();

  const read = useMutation({
    mutationFn: (it: ImportFile) => importApi.readImport(it.bytes, it.name, threadId || undefined),
  });
  const start = useMutation({
    mutationFn: async ({ preview, from }: { preview: ImportPreview; from: ImportFile }) => {
      const key = await importKey(from.bytes, threadId);
      return importApi.startImport(
        newImport(preview, { name: from.name, threadId: thread?._id, key }),
      );
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
  const look = (it: ImportFile) => {
    setGiven(it);
    read.mutate(it);
  };
  const reset = () => {
    read.reset();
    setGiven(undefined);
  };
  const preview = read.data;
  const count = preview ? importCount(preview, threadId !== '') : 0;

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
            <Button className="mr-auto" look="quiet" onClick={reset}>
              {texts.another}
            </Button>
            <Button
              look="primary"
              disabled={count === 0 || start.isPending}
              onClick={() => start.mutate({ preview, from: given })}
            >
              {count > 0 ? texts.start(count) : texts.nothing}
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
            {texts.preview}
          </Button>
        )
      }
    >
      <ThreadChoice
        threadId={threadId}
        onChoose={(id) => {
          setThreadId(id);
          reset();
        }}
      />
      {preview ? (
        <PreviewTable preview={preview} />
      ) : (
        <ImportInput
          readingName={read.isPending ? (given?.name ?? '') : undefined}
          text={text}
          onText={setText}
          onFile={(file) => look({ name: file.name, bytes: file })}
          error={read.error}
        />
      )}
    </Sheet>
  );
}

/** The target thread of an import; an empty id for the library only. */
function ThreadChoice({
  threadId,
  onChoose,
}: {
  threadId: string;
  onChoose: (id: string) => void;
}) {
  const threads = useThreads().data?.docs ?? [];
  return (
    <label className="mb-4 flex flex-wrap items-center gap-2 text-sm">
      <span className="text-ink-soft">{texts.into}</span>
      <select
        value={threadId}
        onChange={(event) => onChoose(event.target.value)}
        aria-label={texts.thread}
        className="min-h-target min-w-0 flex-1 rounded-control border border-line-field bg-surface px-2 text-sm"
      >
        <option value="">{texts.libraryOnly}</option>
        {threads.map((it) => (
          <option key={it._id} value={it._id}>
            {it.title}
          </option>
        ))}
      </select>
    </label>
  );
}
