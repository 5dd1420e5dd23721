import { Check, CloudAlert, CloudOff, RefreshCw } from 'lucide-react';
import type { SyncState } from '#ui/features/notes/index.tsx';

const SAYS = {
  connecting: { text: 'Opening', long: 'The notes are being opened.', Icon: RefreshCw },
  saving: { text: 'Saving', long: 'Your last words are on their way to the server.', Icon: RefreshCw },
  synced: { text: 'Synced', long: 'Everything you wrote is on the server’s disk.', Icon: Check },
  offline: { text: 'Offline', long: 'The server cannot be reached. What you write is kept here and sent as soon as it can be.', Icon: CloudOff },
  failed: { text: 'Sync failed', long: 'The server could not keep your last words. They are kept here and tried again.', Icon: CloudAlert },
} satisfies Record<SyncState, unknown>;

export function SyncMark({ state }: { state: SyncState | undefined }) {
  if (!state) return null;
  const { text, long, Icon } = SAYS[state];
  const bad = state === 'offline' || state === 'failed';
  return (
    <span role="status" title={long} className={`flex items-center gap-1.5 px-2 text-[0.8125rem] whitespace-nowrap ${bad ? 'text-warn' : 'text-ink-faint'}`}>
      <Icon size={15} aria-hidden /><span className="max-sm:sr-only">{text}</span>
    </span>
  );
}
