import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useDebounced } from '#ui/kit/use-debounced.ts';
import { readShown, writeShown, type Shown } from './library-address.ts';

/**
 * What the library shows, which is in the page's address. The text of the search field gets there
 * when the reader pauses, and follows the address when that changes by itself.
 */
export function useLibraryAddress() {
  const [params, setParams] = useSearchParams();
  const inAddress = readShown(params);
  const [text, setText] = useState(inAddress.query);
  const query = useDebounced(text.trim());
  const [address, setAddress] = useState(inAddress.query);
  if (address !== inAddress.query) {
    setAddress(inAddress.query);
    if (inAddress.query !== query) setText(inAddress.query);
  }
  useEffect(() => {
    setParams((was) => writeShown({ ...readShown(was), query }), { replace: true });
  }, [query, setParams]);
  return {
    shown: { ...inAddress, query },
    text,
    setText,
    change: (part: Partial<Shown>) =>
      setParams((was) => writeShown({ ...readShown(was), ...part }), { replace: true }),
  };
}
