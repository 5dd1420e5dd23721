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
  const web = useHeldUrl(`${source._id}:${source.version}:web`, source.fileUrl);
  const reader = useHeldUrl(`${source._id}:${source.version}:reader`, source.readModFileUrl);
  const has = { web: web.url !== undefined, reader: reader.url !== undefined };
  const mode: Mode = chosen === 'reader' && !has.reader && has.web ? 'web' : chosen;
  return { mode, setMode, file: mode === 'reader' ? reader : web, has };
}
