import { createContext, use, useSyncExternalStore } from 'react';
import type { Upload, Uploads } from './uploads.ts';

export const UploadsContext = createContext<Uploads | undefined>(undefined);

const none = () => () => undefined;

/** The upload state of an image; undefined for one that is uploaded or not in this browser. */
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
