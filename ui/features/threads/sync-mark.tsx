import { Check, CloudAlert, CloudOff, RefreshCw, type LucideIcon } from 'lucide-react';
import type { SyncState } from '#ui/features/notes/index.tsx';
import { syncTexts } from '#ui/texts/workspace.ts';

const ICONS: Record<SyncState, LucideIcon> = { connecting: RefreshCw, saving: RefreshCw, synced: Check, offline: CloudOff, failed: CloudAlert };

export function SyncMark({ state }: { state: SyncState | undefined }) {
  if (!state) return null;
  const Icon = ICONS[state];
  const { text, long } = syncTexts[state];
  const bad = state === 'offline' || state === 'failed';
  return (
    <span role="status" title={long} className={`flex shrink-0 items-center gap-1.5 px-2 text-[0.8125rem] whitespace-nowrap ${bad ? 'text-warn' : 'text-ink-faint'}`}>
      <Icon size={15} aria-hidden /><span className="max-sm:sr-only">{text}</span>
    </span>
  );
}
