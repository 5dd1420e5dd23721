import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { z } from 'zod';
import { SourceId } from '#core/contract/id.ts';
import type { Source } from '#core/contract/source.ts';
import { api, ApiError, messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { putSource } from '#ui/client/thread-cache.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { Field } from '#ui/kit/field.tsx';
import { editLinkTexts as texts } from './texts/edit-link.ts';
import { titleOf } from './source-state.ts';

const Conflict = z.object({ sourceId: SourceId });

interface EditLinkProps {
  source: Source;
  onClose: () => void;
  /** for the source that already has the link: whether to open it, or add it first */
  other: { isHere: (id: Source['_id']) => boolean; onOpen: (id: Source['_id']) => void };
}

/** Changes the link of a source that could not be read, and reads it again. */
export function EditLinkDialog({ source, onClose, other }: EditLinkProps) {
  const cache = useQueryClient();
  const [url, setUrl] = useState(source.sourceUrl ?? source.source_url ?? source.canonicalUrl);
  const form = useId();
  const save = useMutation({
    mutationFn: () => api.changeLink(source._id, url.trim()),
    onSuccess: (changed) => {
      putSource(cache, changed);
      onClose();
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.sources }),
  });
  const holder =
    save.error instanceof ApiError && Conflict.safeParse(save.error.details).data?.sourceId;
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={texts.title}
      description={texts.text(titleOf(source))}
      footer={
        <Button
          look="primary"
          type="submit"
          form={form}
          disabled={url.trim() === '' || save.isPending}
        >
          {texts.save}
        </Button>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Field
          name="url"
          label={texts.field}
          value={url}
          onChange={(next) => {
            setUrl(next);
            save.reset();
          }}
          error={save.isError ? messageOf(save.error) : undefined}
          autoFocus
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          onFocus={(event) => event.target.select()}
        />
        {holder && (
          <Button
            className="mt-2"
            onClick={() => {
              onClose();
              other.onOpen(holder);
            }}
          >
            {other.isHere(holder) ? texts.open : texts.addHere}
          </Button>
        )}
      </form>
    </Sheet>
  );
}
