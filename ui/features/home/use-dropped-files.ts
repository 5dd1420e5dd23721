import { useEffect, useEffectEvent, useState } from 'react';

const hasFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** Takes files that are dropped anywhere on the page. Returns whether some are held over it. */
export function useDroppedFiles(take: (files: Iterable<File>) => void): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer?.files ?? []);
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    // Going from one element to another leaves the first.
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const dropped = (event: DragEvent) => drop(event);
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', dropped);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', dropped);
    };
  }, []);
  return isOver;
}
