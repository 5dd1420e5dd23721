import { ImportLive } from '#core/contract/import.ts';

/**
 * Follows `imports/:id/events` until the returned function is called; the browser reconnects by
 * itself.
 */
export function followImport(id: string, onLive: (now: ImportLive) => void): () => void {
  const line = new EventSource(`/api/imports/${encodeURIComponent(id)}/events`);
  line.addEventListener('import', (event: MessageEvent<string>) => {
    const parsed = ImportLive.safeParse(JSON.parse(event.data));
    if (!parsed.success) return;
    onLive(parsed.data);
    // The server closes the stream at the end, which the browser would treat as an error.
    if (parsed.data.state === 'done' || parsed.data.state === 'cancelled') line.close();
  });
  return () => line.close();
}
