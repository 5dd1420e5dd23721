import { useEffect, useState } from 'react';
import { useAddressParams } from '#ui/kit/use-address-params.ts';
import { useDebounced } from '#ui/kit/use-debounced.ts';
import { readShown, writeShown, type Shown } from './library-address.ts';

/**
 * The library's list in the page's address. The text of the search field gets there when the reader
 * pauses, and follows the address when that changes by itself.
 */
export function useLibraryAddress() {
  const [params, changeParams] = useAddressParams();
  const inAddress = readShown(params);
  const [text, setText] = useState(inAddress.query);
  const query = useDebounced(text.trim());
  const [address, setAddress] = useState(inAddress.query);
  if (address !== inAddress.query) {
    setAddress(inAddress.query);
    if (inAddress.query !== query) setText(inAddress.query);
  }
  useEffect(() => {
    changeParams((current) => writeShown({ ...readShown(current), query }));
  }, [query, changeParams]);
  return {
    shown: { ...inAddress, query },
    text,
    setText,
    change: (part: Partial<Shown>) =>
      changeParams((current) => writeShown({ ...readShown(current), ...part })),
  };
}
