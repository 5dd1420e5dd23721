import { useState } from 'react';
import { useEditorHost } from '../editor-host.ts';

/** Editors collapse a block for everyone, readers only for themselves. */
export function useFold(
  shrink: boolean,
  write: (shrink: boolean) => void,
): [folded: boolean, turn: () => void] {
  const { readOnly } = useEditorHost();
  const [here, setHere] = useState(shrink);
  const folded = readOnly ? here : shrink;
  return [
    folded,
    () => {
      setHere(!folded);
      if (!readOnly) write(!folded);
    },
  ];
}
