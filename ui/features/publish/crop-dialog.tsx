/** Crops an image to a JPEG. */
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { Segments } from '#ui/kit/segments.tsx';
import { publishTexts as texts } from './texts.ts';
import { cropToJpeg } from './crop-to-jpeg.ts';

const SHAPES = { wide: 16 / 9, social: 1.91, square: 1, free: undefined } as const;
type Shape = keyof typeof SHAPES;
const OPTIONS = (['wide', 'social', 'square', 'free'] as const).map((value) => ({
  value,
  label: texts.cropShapes[value],
}));
const WHOLE: PercentCrop = { unit: '%', x: 0, y: 0, width: 100, height: 100 };

/** The largest centred part with this aspect ratio. */
const middle = (
  shape: Shape,
  { naturalWidth: width, naturalHeight: height }: HTMLImageElement,
): PercentCrop => {
  const aspect = SHAPES[shape];
  if (aspect === undefined) return WHOLE;
  const most =
    width / height > aspect
      ? ({ unit: '%', height: 100 } as const)
      : ({ unit: '%', width: 100 } as const);
  return centerCrop(makeAspectCrop(most, aspect, width, height), width, height);
};

export function CropDialog({
  image,
  onDone,
  onClose,
}: {
  image: Blob;
  onDone: (jpeg: Blob) => void;
  onClose: () => void;
}) {
  const [src, setSrc] = useState<string>();
  const [shape, setShape] = useState<Shape>('wide');
  const [crop, setCrop] = useState<PercentCrop>();
  const [broken, setBroken] = useState(false);
  const shown = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(image);
    setSrc(url);
    return () => URL.revokeObjectURL(url);
  }, [image]);
  const reshape = (next: Shape) => {
    setShape(next);
    if (shown.current) setCrop(middle(next, shown.current));
  };
  const use = () => {
    if (shown.current && crop)
      void cropToJpeg(shown.current, crop).then(onDone, () => setBroken(true));
  };
  return (
    <Dialog.Root
      open
      onOpenChange={(stays) => {
        if (!stays) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-60 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 bottom-0 z-60 flex max-h-[96dvh] animate-rise flex-col rounded-t-sheet bg-raised shadow-high outline-none sm:top-1/2 sm:right-auto sm:bottom-auto sm:left-1/2 sm:w-[min(46rem,calc(100vw-2rem))] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-sheet"
        >
          <header className="flex items-center gap-3 pt-3 pr-3 pb-2 pl-5">
            <Dialog.Title className="flex-1 text-base font-semibold">{texts.crop}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={texts.close}>
                <X size={18} />
              </IconButton>
            </Dialog.Close>
          </header>
          <div className="overflow-x-auto px-5 pb-3 [scrollbar-width:none]">
            <Segments
              label={texts.cropShape}
              options={OPTIONS}
              value={shape}
              onChange={(next) => reshape(next as Shape)}
            />
          </div>
          <div className="grid min-h-0 flex-1 place-items-center overflow-auto bg-sunken px-5 py-4">
            {broken && (
              <p role="alert" className="py-10 text-sm text-danger">
                {texts.coverNotImage}
              </p>
            )}
            {src && !broken && (
              <ReactCrop
                crop={crop}
                aspect={SHAPES[shape]}
                minWidth={24}
                minHeight={24}
                keepSelection
                onChange={(_, percent) => setCrop(percent)}
                ruleOfThirds
              >
                <img
                  ref={shown}
                  src={src}
                  alt={texts.cropImage}
                  onError={() => setBroken(true)}
                  onLoad={(event) => setCrop(middle(shape, event.currentTarget))}
                  style={{ maxHeight: '56dvh' }}
                />
              </ReactCrop>
            )}
          </div>
          <footer className="flex justify-end gap-2 px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
            <Button onClick={onClose}>{texts.cancel}</Button>
            <Button look="primary" disabled={!crop || crop.width === 0 || broken} onClick={use}>
              {texts.cropUse}
            </Button>
          </footer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
