import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

type ChangeParams = (change: (params: URLSearchParams) => URLSearchParams) => void;

/**
 * The query of the page's address, and a function that replaces it. A change starts from the
 * address, which may be newer than what is rendered, so two quick changes both take effect.
 */
export function useAddressParams(): [params: URLSearchParams, change: ChangeParams] {
  const [params, setParams] = useSearchParams();
  const change = useCallback<ChangeParams>(
    (changed) => setParams(changed(new URLSearchParams(location.search)), { replace: true }),
    [setParams],
  );
  return [params, change];
}
