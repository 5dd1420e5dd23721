import { Download } from 'lucide-react';
import { buttonClass } from '#ui/kit/button.tsx';
import { exportTexts } from './texts.ts';
import { exportUrl } from './save-export.ts';

/** All threads as a zip, downloaded as a stream. */
export function ExportThreads() {
  return (
    <div className="flex flex-wrap gap-2">
      {(['md', 'html', 'json'] as const).map((format) => {
        const { name } = exportTexts.formats[format];
        return (
          <a
            key={format}
            href={exportUrl(`export?format=${format}`)}
            download
            aria-label={exportTexts.download(name)}
            className={buttonClass()}
          >
            <Download size={15} aria-hidden />
            {name}
          </a>
        );
      })}
    </div>
  );
}
