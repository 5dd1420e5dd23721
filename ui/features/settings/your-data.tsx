import type { Me } from '#core/contract/account.ts';
import { ExportLibrary } from '#ui/features/library/index.ts';
import { dataTexts as texts } from '#ui/texts/settings.ts';
import { CopyButton } from './copy-button.tsx';
import { Part } from './part.tsx';

export function YourData({ me }: { me: Me }) {
  return (
    <>
      <Part title={texts.list} text={texts.listText}><ExportLibrary /></Part>
      {me.accounts === 'personal' && (
        <Part title={texts.backup} text={texts.backupText}>
          <div className="flex flex-wrap items-center gap-2">
            <pre className="min-w-0 flex-1 basis-60 overflow-x-auto rounded-control border border-line bg-sunken px-3 py-2 font-mono text-[0.8125rem]" tabIndex={0}><code>{texts.backupCommand}</code></pre>
            <CopyButton text={texts.backupCommand} label={texts.copy} copied={texts.copied} failed={texts.copyFailed} />
          </div>
          <p className="mt-3 text-[0.8125rem] text-ink-soft">{texts.backupBack}</p>
        </Part>
      )}
    </>
  );
}
