import { Download } from 'lucide-react';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { setUpTexts as texts } from './texts/second-factor.ts';
import { CopyButton } from './copy-button.tsx';

/** Shown once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <div className="space-y-4">
      <p className="text-sm text-ink-soft text-pretty">{texts.codesText}</p>
      <ol
        aria-label={texts.codes}
        className="grid gap-x-6 gap-y-1 rounded-control border border-line bg-sunken px-4 py-3 font-mono text-[0.8125rem] tabular-nums"
      >
        {codes.map((it) => (
          <li key={it} className="select-all">
            {it}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <CopyButton
          text={text}
          label={texts.copyCodes}
          copied={texts.copied}
          failed={texts.copyFailed}
        />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={texts.file}
          className={buttonClass()}
        >
          <Download size={15} aria-hidden />
          {texts.download}
        </a>
      </div>
      <Button look="primary" onClick={onKept} className="h-11 w-full">
        {texts.saved}
      </Button>
    </div>
  );
}
