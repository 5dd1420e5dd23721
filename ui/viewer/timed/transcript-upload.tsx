/** Uploads a transcript that replaces the site's, or adds a missing one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FilePenLine } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import type { Source } from '#core/contract/source.ts';
import { transcriptTexts } from './texts.ts';
import { api, messageOf } from '../../client/api.ts';
import { putSource } from '../../client/thread-cache.ts';
import { Button } from '../../kit/button.tsx';
import { Sheet } from '../../kit/dialog.tsx';
import { toast } from '../../kit/toast.ts';
import { ToolButton } from '../tool-button.tsx';

const texts = transcriptTexts.own;

export function TranscriptUpload({ source }: { source: Source }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ToolButton
        icon={FilePenLine}
        label={texts.title}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && <Give source={source} onClose={() => setOpen(false)} />}
    </>
  );
}

function Give({ source, onClose }: { source: Source; onClose: () => void }) {
  const cache = useQueryClient();
  const chooser = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const give = useMutation({
    mutationFn: () => api.giveTranscript(source._id, text),
    onSuccess: (now) => {
      putSource(cache, now);
      toast.success(texts.processing);
      onClose();
    },
  });
  const take = async (file: File | undefined) => {
    if (file) setText(await file.text());
  };
  const dropped = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  return (
    <Sheet
      open
      onOpenChange={(stays) => {
        if (!stays) onClose();
      }}
      title={texts.title}
      description={texts.about}
      footer={
        <>
          <Button className="mr-auto" look="quiet" onClick={() => chooser.current?.click()}>
            {texts.chooseFile}
          </Button>
          <Button
            look="primary"
            disabled={text.trim() === '' || give.isPending}
            onClick={() => give.mutate()}
          >
            {give.isPending ? texts.uploading : texts.use}
          </Button>
        </>
      }
    >
      <textarea
        aria-label={texts.text}
        autoFocus
        rows={10}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={dropped}
        placeholder={texts.example}
        className="block max-h-[45dvh] min-h-48 w-full resize-none rounded-card border border-line-field bg-surface px-3.5 py-3 font-mono text-[0.8125rem] leading-relaxed placeholder:text-ink-faint"
      />
      <input
        ref={chooser}
        type="file"
        accept=".srt,.vtt,.json,.txt,text/plain,text/vtt,application/json"
        hidden
        aria-label={texts.file}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {give.error && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {messageOf(give.error)}
        </p>
      )}
    </Sheet>
  );
}
