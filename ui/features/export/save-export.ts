import type { ExportFormat } from '#core/contract/export.ts';
import { send } from '#ui/client/api.ts';

/** The download address, for a link. */
export const exportUrl = (path: string): string => `/api/${path}`;

/** The server's file name. */
const nameIn = (disposition: string | null): string => {
  const [, name = 'export'] = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '') ?? [];
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/**
 * Fetches the export first, so that errors are shown here, then downloads it as a file. Returns its
 * name.
 */
export async function saveExport(threadId: string, format: ExportFormat): Promise<string> {
  const response = await send(`threads/${encodeURIComponent(threadId)}/export?format=${format}`, {
    method: 'GET',
  });
  const name = nameIn(response.headers.get('content-disposition'));
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return name;
}
