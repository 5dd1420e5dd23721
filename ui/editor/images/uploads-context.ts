import { createContext, use, useSyncExternalStore } from 'react';
import type { Upload, Uploads } from './uploads.ts';

export const UploadsContext = createContext<Uploads | undefined>(undefined);

const none = () => () => undefined;

/**
 * What has become of a picture that is not on the server yet; nothing of one that is, or that is
 * not here.
 */
export function useUpload(id: string): {
  uploads: Uploads | undefined;
  upload: Upload | undefined;
} {
  const uploads = use(UploadsContext);
  return {
    uploads,
    upload: useSyncExternalStore(uploads?.subscribe ?? none, () => uploads?.get(id)),
  };
}
