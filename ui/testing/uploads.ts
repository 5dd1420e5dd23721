/** Stands in for the browser's `XMLHttpRequest`, which uploads files. */
import { onTestFinished } from 'vitest';

export interface UploadStandIn {
  url: string;
  isAborted: boolean;
  /** Reports the upload progress, 0 to 1. */
  progress(share: number): void;
  /** Ends the upload with a status. */
  end(status: number, body?: string): void;
  /** The connection is lost. */
  lose(): void;
}

/** Records the uploads of the page until the test ends; the test ends each. */
export function catchUploads(): UploadStandIn[] {
  const uploads: UploadStandIn[] = [];
  const before = globalThis.XMLHttpRequest;
  class FakeRequest {
    upload: { onprogress?: (event: unknown) => void } = {};
    status = 0;
    statusText = '';
    responseText = '';
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    readonly #upload: UploadStandIn = {
      url: '',
      isAborted: false,
      progress: (share) =>
        this.upload.onprogress?.({ lengthComputable: true, loaded: share * 100, total: 100 }),
      end: (status, body = '') => {
        this.status = status;
        this.responseText = body;
        this.onload?.();
      },
      lose: () => this.onerror?.(),
    };
    open(_method: string, url: string) {
      this.#upload.url = url;
    }
    setRequestHeader() {}
    abort() {
      this.#upload.isAborted = true;
      this.onabort?.();
    }
    send() {
      uploads.push(this.#upload);
    }
  }
  globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
  onTestFinished(() => {
    globalThis.XMLHttpRequest = before;
  });
  return uploads;
}
