/**
 * Client of clamd, the daemon of ClamAV. Infected files, and files that could not be scanned, are
 * not stored.
 */
import { connect, type Socket } from 'node:net';
import { Fault } from '#core/contract/faults.ts';

export interface VirusScanner {
  /** its address, for display */
  readonly place: string;
  /** Faults: `unavailable`. */
  version(): Promise<string>;
  /**
   * Passes the chunks through; after the last one throws a fault unless the file is clean. Faults:
   * `infected_file`, `too_large`, `unavailable`.
   */
  pass(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** Like `pass`, for complete bytes. */
  check(bytes: Uint8Array): Promise<void>;
}
/** `host:port`, or the path of a socket. */
export type ScannerPlace = { host: string; port: number } | { path: string };

/** the longest time without progress */
const SILENT_MS = 120_000;
const MOST_SAID = 4096;
const PIECE = 2 ** 18;

const CUT_OFF = new Set<string | undefined>(['EPIPE', 'ECONNRESET']);
const tooLong = (): Fault =>
  new Fault('too_large', {
    message:
      "This file is larger than the virus scanner's limit. Add a smaller one, or ask the operator to raise the scanner's StreamMaxLength.",
  });
const away = (cause: unknown): Fault =>
  new Fault('unavailable', {
    message:
      "The virus scanner isn't responding, so Gloss can't accept files. Try again in a moment.",
    cause,
  });

/** One exchange with clamd: a command terminated by NUL, and one response. */
class Talk {
  readonly #socket: Socket;
  #said = '';
  #failed: unknown;
  #wake = (): void => undefined;
  #isOver = false;
  constructor(place: ScannerPlace, command: string) {
    this.#socket = connect(place);
    this.#socket.setTimeout(SILENT_MS, () => {
      this.#socket.destroy(new Error('the scanner said nothing in time'));
    });
    this.#socket
      .setEncoding('utf8')
      .on('data', (text: string) => {
        this.#said = (this.#said + text).slice(0, MOST_SAID);
        this.#wake();
      })
      .on('drain', () => this.#wake())
      .on('error', (error) => {
        this.#failed = error;
        this.#wake();
      })
      .on('close', () => {
        this.#isOver = true;
        this.#wake();
      });
    this.#socket.write(`z${command}\0`);
  }
  /** Whether the response has arrived, or the connection has ended. */
  get isAnswered(): boolean {
    return this.#isOver || this.#said.includes('\0');
  }
  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo() && !this.isAnswered)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
  }
  /** Settles once more data may be sent. */
  async give(bytes: Uint8Array): Promise<void> {
    if (this.isAnswered) return;
    this.#socket.write(bytes);
    await this.#until(() => !this.#socket.writableNeedDrain);
  }
  /** Faults: `unavailable` if the connection ends before the response. */
  async answer(): Promise<string> {
    await this.#until(() => false);
    const end = this.#said.indexOf('\0');
    if (end === -1) throw away(this.#failed ?? new Error('the scanner hung up'));
    return this.#said.slice(0, end);
  }
  /** clamd closed the connection while data was being sent, so its last response may be lost. */
  get isCutOff(): boolean {
    return (
      CUT_OFF.has((this.#failed as NodeJS.ErrnoException | undefined)?.code) &&
      !this.#said.includes('\0')
    );
  }
  end(): void {
    this.#socket.destroy();
  }
}

function judge(answer: string): void {
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (found?.startsWith('Heuristics.Limits.Exceeded'))
    throw new Fault('too_large', {
      message:
        "This file is larger than the virus scanner's limit, or has too much in it. Add a smaller one, or ask the operator to raise the scanner's MaxFileSize and MaxScanSize.",
    });
  if (found !== undefined)
    throw new Fault('infected_file', {
      message: `The virus scanner found “${found.replace(/[^\w.:-]/g, '')}” in this file, so Gloss deleted it. Check where it came from and add a clean copy.`,
      details: { found },
    });
  if (/size limit exceeded/i.test(answer)) throw tooLong();
  if (answer !== 'stream: OK')
    throw away(new Error(`the scanner answered: ${answer.slice(0, 200)}`));
}

export function createVirusScanner(place: ScannerPlace): VirusScanner {
  async function* pass(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    const talk = new Talk(place, 'INSTREAM');
    const size = Buffer.alloc(4);
    try {
      for await (const chunk of chunks) {
        for (let at = 0; at < chunk.byteLength; at += PIECE) {
          const piece = chunk.subarray(at, at + PIECE);
          size.writeUInt32BE(piece.byteLength);
          await talk.give(Buffer.concat([size, piece]));
        }
        if (talk.isAnswered) {
          // A refusal may come early; a file counts as clean only after all of it was sent.
          judge(await talk.answer());
          throw away(new Error('the scanner answered before the end'));
        }
        yield chunk;
      }
      await talk.give(Buffer.alloc(4));
      judge(await talk.answer());
    } catch (error) {
      // clamd's message about a file that is too long is lost if data was in transit when it closed the
      // connection.
      if (
        talk.isCutOff &&
        (await version().then(
          (it) => it.startsWith('ClamAV '),
          () => false,
        ))
      )
        throw tooLong();
      throw error;
    } finally {
      talk.end();
    }
  }
  async function version(): Promise<string> {
    const talk = new Talk(place, 'VERSION');
    try {
      return await talk.answer();
    } finally {
      talk.end();
    }
  }
  return {
    place: 'path' in place ? place.path : `${place.host}:${place.port}`,
    pass,
    async check(bytes) {
      for await (const _ of pass(one(bytes))) {
        /* scan only */
      }
    },
    version,
  };
}
async function* one(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
