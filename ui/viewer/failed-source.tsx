/** Actions for a source that could not be read, besides retrying. */
import { createContext, use } from 'react';
import { viewerTexts as texts } from './texts/viewer.ts';

export interface FailedSourceActions {
  /** undefined for readers, and for files */
  onEditLink?: (() => void) | undefined;
  /** undefined for readers */
  onRemove?: (() => void) | undefined;
}

/** Empty for a source that did not fail. */
export const FailedSourceContext = createContext<FailedSourceActions>({});

export function FailedSourceButtons({ className }: { className: string }) {
  const { onEditLink, onRemove } = use(FailedSourceContext);
  return (
    <>
      {onEditLink && (
        <button type="button" onClick={onEditLink} className={className}>
          {texts.editLink}
        </button>
      )}
      {onRemove && (
        <button type="button" onClick={onRemove} className={className}>
          {texts.remove}
        </button>
      )}
    </>
  );
}
