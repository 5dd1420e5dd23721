/** One box for every way in: links, PDFs from this machine, and what the library already has. */
import { clsx } from 'clsx';
import { Check, FileText, FileUp, Link2, X } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { toast } from '#ui/kit/toast.ts';
import type { Source, SourceDescription } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { api, messageOf, upload } from '#ui/client/api.ts';
import { useSourceSearch } from '#ui/client/queries.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { useLater } from '#ui/kit/later.ts';
import { useAddSources } from './add.ts';
import { readPasted } from './pasted.ts';
import { SourcePicture } from './source-picture.tsx';
import { bylineOf, originalOf, titleOf, TYPE_NAMES } from './source-state.ts';

interface AddSourceProps { open: boolean; onOpenChange: (open: boolean) => void; thread: Thread; onAdded: (sources: Source[]) => void }
interface Upload { file: File; share: number }

const isPdf = (file: File) => file.type === 'application/pdf' || /\.pdf$/i.test(file.name);

export function AddSourceDialog(props: AddSourceProps) {
  const { open, onOpenChange, thread, onAdded } = props;
  const [text, setText] = useState('');
  const [files, setFiles] = useState<Upload[]>([]);
  const [picked, setPicked] = useState<Source[]>([]);
  const [over, setOver] = useState(false);
  const [uploading, setUploading] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const hint = useId();
  const { links, query } = readPasted(text);

  const add = useAddSources(thread, (sources) => { setText(''); setFiles([]); setPicked([]); onOpenChange(false); onAdded(sources); });
  const busy = uploading || add.isPending;
  const count = links.length + files.length + picked.length;

  const take = (given: Iterable<File>) => {
    const all = [...given];
    const pdfs = all.filter(isPdf);
    if (pdfs.length < all.length) toast.error('Only PDF files can be added here. For a page or a video, paste its link.');
    setFiles((was) => [...was, ...pdfs.filter((file) => !was.some((it) => it.file.name === file.name && it.file.size === file.size)).map((file) => ({ file, share: 0 }))]);
  };

  const putFile = async (file: File): Promise<SourceDescription> => {
    const to = await api.uploadUrl(thread._id, file.name, 'application/pdf');
    await upload(file, to, (share) => setFiles((was) => was.map((it) => (it.file === file ? { ...it, share } : it))));
    return { sourceType: 'pdf', fileKey: to.fileKey };
  };

  const submit = async () => {
    if (count === 0 || busy) return;
    setUploading(true);
    const described: SourceDescription[] = [...links.map((url) => ({ url })), ...picked.map((it) => ({ sourceType: it.sourceType, url: originalOf(it) }))];
    for (const { file } of files) {
      try { described.push(await putFile(file)); } catch (error) { toast.error(`${file.name}: ${messageOf(error)}`); }
    }
    setUploading(false);
    if (described.length > 0) add.mutate(described);
  };

  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer.files.length > 0) take(event.dataTransfer.files);
    else setText((was) => [was, event.dataTransfer.getData('text')].filter(Boolean).join('\n'));
  };

  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Add source" description="Videos, PDFs and web pages become one readable, citable thread."
      footer={<>
        <span className="mr-auto text-[0.8125rem] text-ink-soft" aria-live="polite">{busy ? 'Adding…' : count > 1 ? `${count} sources` : ''}</span>
        <Button look="primary" disabled={count === 0 || busy} onClick={() => void submit()}>Add</Button>
      </>}>
      <div onDragOver={(event) => { event.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)} onDrop={dropped}>
        <textarea
          aria-label="Paste links or search your sources" aria-describedby={hint} placeholder="Paste links or search your sources" autoFocus rows={3} value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => { if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) { event.preventDefault(); void submit(); } }}
          onPaste={(event) => { if (event.clipboardData.files.length > 0) { event.preventDefault(); take(event.clipboardData.files); } }}
          className="block w-full resize-none rounded-card border border-line-field bg-surface px-3.5 py-3 text-[0.9375rem] leading-relaxed placeholder:text-ink-faint [field-sizing:content] max-h-52 min-h-24"
        />
        <p id={hint} className="mt-1.5 text-xs text-ink-faint">One link a line. Shift + Enter starts a new line.</p>

        <button type="button" onClick={() => chooser.current?.click()} disabled={busy}
          className={clsx('mt-3 flex w-full items-center gap-3 rounded-card border border-dashed px-4 py-3.5 text-left transition-colors duration-(--quick)', over ? 'border-accent bg-accent-soft' : 'border-line-strong hover:bg-hover')}>
          <FileUp size={20} aria-hidden className="shrink-0 text-ink-faint" />
          <span className="text-sm text-ink-soft"><span className="font-medium text-ink">Choose PDFs</span> or drop them here</span>
        </button>
        <input ref={chooser} type="file" accept="application/pdf,.pdf" multiple hidden aria-label="PDF files" onChange={(event) => { take(event.target.files ?? []); event.target.value = ''; }} />

        {(links.length > 0 || files.length > 0 || picked.length > 0) && (
          <ul aria-label="To be added" className="mt-4 space-y-1">
            {links.map((link) => <Row key={link} icon={<Link2 size={16} aria-hidden />} label={link.replace(/^https?:\/\/(www\.)?/, '')} />)}
            {files.map(({ file, share }) => (
              <Row key={`${file.name}${file.size}`} icon={<FileText size={16} aria-hidden />} label={file.name} share={uploading ? share : undefined}
                onDrop={busy ? undefined : () => setFiles((was) => was.filter((it) => it.file !== file))} />
            ))}
            {picked.map((it) => <Row key={it._id} icon={<Check size={16} aria-hidden />} label={titleOf(it)} onDrop={busy ? undefined : () => setPicked((was) => was.filter((other) => other !== it))} />)}
          </ul>
        )}
        <Matches query={query} quiet={links.length > 0} thread={thread} picked={picked} onPick={(it) => { setPicked((was) => [...was, it]); setText(links.join('\n')); }} />
      </div>
    </Sheet>
  );
}

function Row({ icon, label, share, onDrop }: { icon: React.ReactNode; label: string; share?: number | undefined; onDrop?: (() => void) | undefined }) {
  return (
    <li className="relative flex min-h-9 items-center gap-2.5 overflow-hidden rounded-control bg-sunken px-3 text-sm">
      <span className="text-ink-faint">{icon}</span>
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {share !== undefined && <span className="text-xs text-ink-soft tabular-nums">{Math.round(share * 100)} %</span>}
      {onDrop && <IconButton label={`Leave out ${label}`} onClick={onDrop} className="-mr-2"><X size={15} /></IconButton>}
      {share !== undefined && <span role="progressbar" aria-label={`Upload of ${label}`} aria-valuenow={Math.round(share * 100)} className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-accent" style={{ transform: `scaleX(${share})` }} />}
    </li>
  );
}

function Matches({ query, quiet, thread, picked, onPick }: { query: string; quiet: boolean; thread: Thread; picked: readonly Source[]; onPick: (source: Source) => void }) {
  const asked = useLater(query.trim());
  const found = useSourceSearch(asked, !quiet);
  if (quiet) return null;
  const taken = new Set([...thread.thread_source_data, ...picked].map((it) => it._id));
  // An uploaded file belongs to the thread it was uploaded to; only what has an address can be added again by it.
  const rows = (found.data?.docs ?? []).filter((it) => !taken.has(it._id) && originalOf(it) !== undefined).slice(0, 8);
  if (rows.length === 0) return asked && found.isSuccess ? <p className="mt-4 text-sm text-ink-soft">No other source matches “{asked}”.</p> : null;
  return (
    <section className="mt-5" aria-label="Sources you already have">
      <h3 className="mb-1.5 text-xs font-medium text-ink-faint">{asked ? 'In your library' : 'Lately in your library'}</h3>
      <ul className="-mx-2">
        {rows.map((source) => (
          <li key={source._id}>
            <button type="button" onClick={() => onPick(source)} className="flex min-h-12 w-full items-center gap-3 rounded-control px-2 text-left hover:bg-hover">
              <SourcePicture source={source} className="h-9 w-12" iconSize={16} />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm font-medium">{titleOf(source)}</span>
                <span className="block truncate text-xs text-ink-soft">{TYPE_NAMES[source.sourceType]} · {bylineOf(source)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
