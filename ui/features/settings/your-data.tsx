import { Download } from 'lucide-react';
import type { Me } from '#core/contract/account.ts';
import { ExportThreads, exportUrl } from '#ui/features/export/index.ts';
import { ExportLibrary } from '#ui/features/library/index.ts';
import { buttonClass } from '#ui/kit/button.tsx';
import { dataTexts as texts } from './texts/data.ts';
import { CopyButton } from './copy-button.tsx';
import { SettingsCard } from './settings-card.tsx';

export function YourData({ me }: { me: Me }) {
  return (
    <>
      <SettingsCard title={texts.threads} text={texts.threadsText}>
        <ExportThreads />
      </SettingsCard>
      <SettingsCard title={texts.list} text={texts.listText}>
        <ExportLibrary />
      </SettingsCard>
      {me.accounts === 'personal' && (
        <SettingsCard title={texts.backup} text={texts.backupText}>
          <a href={exportUrl('backup')} download className={buttonClass()}>
            <Download size={15} aria-hidden />
            {texts.backupDownload}
          </a>
          <p className="mt-5 mb-2 text-[0.8125rem] text-ink-soft">{texts.backupByCommand}</p>
          <Command text={texts.backupCommand} />
          <p className="mt-4 mb-2 text-[0.8125rem] text-ink-soft">{texts.backupBack}</p>
          <Command text={texts.restoreCommand} />
        </SettingsCard>
      )}
    </>
  );
}

function Command({ text }: { text: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <pre className="min-w-0 flex-1 basis-60 rounded-control border border-line bg-sunken px-3 py-2 font-mono text-[0.8125rem] wrap-anywhere whitespace-pre-wrap">
        <code>{text}</code>
      </pre>
      <CopyButton text={text} label={texts.copy} copied={texts.copied} failed={texts.copyFailed} />
    </div>
  );
}
