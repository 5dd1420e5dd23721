import { History as Icon } from 'lucide-react';
import type { Source } from '#core/contract/source.ts';
import { historyTexts as texts } from './texts.ts';
import { popup } from '../../kit/popup.tsx';
import { ToolButton } from '../tool-button.tsx';

const Popup = popup<{ source: Source }>(
  () => import('./history-popup.tsx').then((it) => it.HistoryPopup),
  'dialog',
);

/** Opens the versions and the refresh schedule. Uploaded files can't be refreshed. */
export function History({ source }: { source: Source }) {
  if (source.canonicalUrl.startsWith('upload:')) return null;
  return <Popup source={source} trigger={<ToolButton icon={Icon} label={texts.open} />} />;
}
