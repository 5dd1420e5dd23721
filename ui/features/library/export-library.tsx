import { Download } from 'lucide-react';
import { messageOf } from '#ui/client/api.ts';
import { libraryApi } from '#ui/client/library-api.ts';
import { Button } from '#ui/kit/button.tsx';
import { toast } from '#ui/kit/toast.ts';
import { manyTexts as texts } from './texts.ts';
import { LIST_FORMATS, type ListFormat } from './list-export.ts';
import { ManyProgress } from './many-progress.tsx';
import { useMany } from './use-many.ts';

/** Exports the list of all sources as a file. */
export function ExportLibrary() {
  const many = useMany();
  const save = async (format: ListFormat) => {
    try {
      await many.run({ what: 'export', format }, await libraryApi.ids({}));
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  if (many.state)
    return (
      <div className="rounded-control border border-line p-1.5">
        <ManyProgress many={many} />
      </div>
    );
  return (
    <div className="flex flex-wrap gap-2">
      {LIST_FORMATS.map((format) => (
        <Button key={format} onClick={() => void save(format)}>
          <Download size={15} aria-hidden />
          {texts.exports[format]}
        </Button>
      ))}
    </div>
  );
}
