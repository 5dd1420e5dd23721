import { useState } from 'react';
import type { Source } from '#core/contract/source.ts';
import { useHeldUrl } from '../held-url.ts';
import type { Mode } from './page-header.tsx';

interface PageView {
  mode: Mode;
  setMode: (mode: Mode) => void;
  /** the file of the view that is shown */
  file: ReturnType<typeof useHeldUrl>;
  has: Record<Mode, boolean>;
}

/** The view of a web page: the reader where it exists and nothing else is chosen. */
export function usePageView(source: Source): PageView {
  const [chosen, setMode] = useState<Mode>('reader');
  // While a new version is saved, the page of the version before is shown.
  const saving = source.saving === true;
  const web = useHeldUrl(`${source._id}:${source.version}:web:${saving}`, source.fileUrl);
  const reader = useHeldUrl(`${source._id}:${source.version}:reader`, source.readModFileUrl);
  const has = { web: web.url !== undefined || saving, reader: reader.url !== undefined };
  const mode: Mode = chosen === 'reader' && !has.reader && has.web ? 'web' : chosen;
  return { mode, setMode, file: mode === 'reader' ? reader : web, has };
}
