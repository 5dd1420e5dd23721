/**
 * The sources to be added, line by line: each can be removed, and says why it could not be added.
 */
import { Check, CircleAlert, FileText, Link2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#ui/kit/button.tsx';
import { addTexts as texts } from './texts/add.ts';
import { ListingRow } from './listing-row.tsx';
import { titleOf } from './source-state.ts';
import type { AdditionForm } from './use-addition.ts';

/** more links than a person checks one by one */
const MOST_LINKS = 60;

type ListProps = Pick<
  AdditionForm,
  | 'plain'
  | 'listings'
  | 'listed'
  | 'choose'
  | 'files'
  | 'picked'
  | 'busy'
  | 'refusals'
  | 'ignored'
  | 'dropLink'
  | 'dropFile'
  | 'unpick'
>;

export function AddList({
  plain,
  listings,
  listed,
  choose,
  files,
  picked,
  busy,
  refusals,
  ignored,
  dropLink,
  dropFile,
  unpick,
}: ListProps) {
  if (plain.length + listings.length + files.length + picked.length === 0) return null;
  // Rejected links come first.
  const links = [
    ...plain.filter((it) => refusals.has(it)),
    ...plain.filter((it) => !refusals.has(it)),
  ];
  return (
    <ul aria-label={texts.list} className="mt-4 space-y-1">
      {listings.map((link) => (
        <ListingRow
          key={link}
          link={link}
          listed={listed.get(link)}
          onListed={choose}
          onDrop={busy ? undefined : () => dropLink(link)}
        />
      ))}
      {links.slice(0, MOST_LINKS).map((link) => (
        <AddRow
          key={link}
          icon={<Link2 size={16} aria-hidden />}
          label={link.replace(/^https?:\/\/(www\.)?/, '')}
          why={refusals.get(link)}
          onDrop={busy ? undefined : () => dropLink(link)}
        />
      ))}
      {links.length > MOST_LINKS && (
        <li className="px-3 py-1 text-xs text-ink-soft">{texts.more(links.length - MOST_LINKS)}</li>
      )}
      {ignored.map((words) => (
        <AddRow
          key={words}
          icon={<CircleAlert size={16} aria-hidden />}
          label={words}
          why={texts.notLink}
        />
      ))}
      {files.map(({ file, share, key, why }) => (
        <AddRow
          key={`${file.name}${file.size}`}
          icon={
            key === undefined ? <FileText size={16} aria-hidden /> : <Check size={16} aria-hidden />
          }
          label={file.name}
          share={share}
          why={why}
          dropLabel={share === undefined ? undefined : texts.cancelUpload(file.name)}
          onDrop={key === undefined || !busy ? () => dropFile(file) : undefined}
        />
      ))}
      {picked.map((it) => (
        <AddRow
          key={it._id}
          icon={<Check size={16} aria-hidden />}
          label={titleOf(it)}
          onDrop={busy ? undefined : () => unpick(it)}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  icon: ReactNode;
  label: string;
  why?: string | undefined;
  share?: number | undefined;
  dropLabel?: string | undefined;
  onDrop?: (() => void) | undefined;
}

function AddRow({ icon, label, why, share, dropLabel = texts.remove(label), onDrop }: RowProps) {
  return (
    <li className="relative flex min-h-9 items-center gap-2.5 overflow-hidden rounded-control bg-sunken px-3 text-sm">
      <span className="text-ink-faint">{icon}</span>
      <span className="min-w-0 flex-1 py-1.5">
        <span className="block truncate" dir="auto">
          {label}
        </span>
        {why !== undefined && <span className="block text-xs text-danger">{why}</span>}
      </span>
      {share !== undefined && (
        <span className="text-xs text-ink-soft tabular-nums">{texts.percent(share)}</span>
      )}
      {onDrop && (
        <IconButton label={dropLabel} onClick={onDrop} className="-mr-2">
          <X size={15} />
        </IconButton>
      )}
      {share !== undefined && (
        <span
          role="progressbar"
          aria-label={texts.uploadOf(label)}
          aria-valuenow={Math.round(share * 100)}
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-accent"
          style={{ transform: `scaleX(${share})` }}
        />
      )}
    </li>
  );
}
