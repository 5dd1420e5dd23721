/** Streams a zip file by file, so that no file is completely in memory. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { Fault } from '#core/contract/faults.ts';

export interface Written {
  name: string;
  /** bytes */
  size: number;
  sha256: string;
}
export interface AddOptions {
  /** default true; false for content that is compressed already */
  compress?: boolean;
}

export class ZipWriter {
  readonly #zip = new ZipFile();
  readonly #mtime: Date;
  readonly output: Readable;
  /** `mtime` is set on every file, so that the same files make the same zip. */
  constructor(mtime: Date) {
    this.#mtime = mtime;
    this.output = this.#zip.outputStream as Readable;
    this.#zip.on('error', (error: Error) => {
      this.output.destroy(error);
    });
  }
  /**
   * Resolves when the entry was written; `output` must be read meanwhile. Faults: `interrupted` if
   * the reader is gone.
   */
  async add(
    name: string,
    chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    { compress = true }: AddOptions = {},
  ): Promise<Written> {
    const hash = createHash('sha256');
    let size = 0;
    async function* counted() {
      for await (const chunk of chunks) {
        size += chunk.byteLength;
        hash.update(chunk);
        yield chunk;
      }
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onClose = () => {
      reject(
        new Fault('interrupted', {
          message: 'Nobody reads the archive any more.',
          cause: this.output.errored,
        }),
      );
    };
    if (this.output.destroyed) onClose();
    this.output.once('close', onClose);
    const stream = Readable.from(counted(), { objectMode: false })
      .once('error', reject)
      .once('end', resolve);
    this.#zip.addReadStreamLazy(name, { mtime: this.#mtime, mode: 0o100600, compress }, (give) => {
      give(null, stream);
    });
    try {
      await promise;
    } catch (error) {
      stream.destroy();
      throw error;
    } finally {
      this.output.off('close', onClose);
    }
    return { name, size, sha256: hash.digest('hex') };
  }
  text(name: string, text: string): Promise<Written> {
    return this.add(name, [Buffer.from(text)]);
  }
  end(): void {
    this.#zip.end();
  }
  fail(error: unknown): void {
    this.output.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}
