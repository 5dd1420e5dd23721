import { useState } from 'react';
import type { Source } from '#core/contract/source.ts';
import { useStableUrl } from '../stable-url.ts';
import type { Mode } from './page-header.tsx';

interface PageView {
  mode: Mode;
  setMode: (mode: Mode) => void;
  /** the file of the current view */
  file: ReturnType<typeof useStableUrl>;
  has: Record<Mode, boolean>;
}

/** The view of a web page: Reader if it exists and no other is selected. */
export function usePageView(source: Source): PageView {
  const [chosen, setMode] = useState<Mode>('reader');
  // Shows the previous version while a new one is saved.
  const saving = source.saving === true;
  const web = useStableUrl(`${source._id}:${source.version}:web:${saving}`, source.fileUrl);
  const reader = useStableUrl(`${source._id}:${source.version}:reader`, source.readModFileUrl);
  const has = { web: web.url !== undefined || saving, reader: reader.url !== undefined };
  const mode: Mode = chosen === 'reader' && !has.reader && has.web ? 'web' : chosen;
  return { mode, setMode, file: mode === 'reader' ? reader : web, has };
}
