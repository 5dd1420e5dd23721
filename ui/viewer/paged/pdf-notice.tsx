/** Above the pages: the loading progress of a PDF, or why it is not shown. */
import type { Source } from '#core/contract/source.ts';
import { pdfTexts as texts } from './texts.ts';
import { viewerTexts } from '../texts/viewer.ts';
import type { useStableUrl } from '../stable-url.ts';
import { Failure, Waiting } from '../notice.tsx';
import type { PdfState } from './pdf-state.ts';

interface PdfNoticeProps {
  source: Source;
  file: ReturnType<typeof useStableUrl>;
  state: PdfState;
}

export function PdfNotice({ source, file, state }: PdfNoticeProps) {
  const href = source.sourceUrl;
  const isAbsent = file.url === undefined && source.error !== undefined;
  // A corrupt file is explained above the viewer, with its actions.
  const isKnown = source.error?.code === 'corrupt_file';
  const isLocked = state.failure === 'password';
  return (
    <>
      {!isAbsent && state.phase === 'loading' && (
        <Waiting
          label={file.url === undefined ? viewerTexts.settingUp : texts.loading(state.loaded)}
        />
      )}
      {isAbsent && (
        <div className="absolute inset-0 bg-surface">
          <Failure text={texts.absent} href={href} />
        </div>
      )}
      {state.phase === 'failed' && (
        <div className="absolute inset-0 bg-surface">
          <Failure
            text={isLocked ? texts.locked : texts.broken}
            detail={isLocked ? texts.lockedHelp : isKnown ? undefined : texts.brokenWhy}
            href={href}
            onRetry={isKnown ? undefined : file.renew}
          />
        </div>
      )}
    </>
  );
}
