/** The menu of a clip. It stands once it is wanted: each that stands listens to every key, and a note may have hundreds. */
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#ui/kit/button.tsx';
import { clipTexts as texts } from '#ui/texts/ai-blocks.ts';
import { ClipMenu, type ClipMenuProps } from './clip-menu.tsx';

export function ClipOptions(props: ClipMenuProps) {
  const [wanted, setWanted] = useState(false);
  const look = { label: texts.options, className: 'size-8! pointer-coarse:size-11!', children: <Ellipsis size={17} aria-hidden /> };
  if (wanted) return <ClipMenu {...props} defaultOpen trigger={<IconButton {...look} />} />;
  return (
    <IconButton
      {...look} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)}
      onKeyDown={(event) => { if (event.key === 'ArrowDown') { event.preventDefault(); setWanted(true); } }}
    />
  );
}
