/**
 * Reads a paged source in batches. Each completed batch is saved as a checkpoint, so that an
 * interrupted run continues with the next one. The passages so far are indexed, so that the first
 * pages can be found while the last are still being read.
 */
import { Readable } from 'node:stream';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import type { SourceId } from '#core/contract/id.ts';
import type { Snapshot } from '#core/contract/snapshot.ts';
import { sha256 } from '#config/sha256.ts';
import { fromBytes, toBytes } from '#pipeline/library/read-artifacts.ts';
import type { Chunk, IndexedSource } from '#pipeline/search/contract.ts';
import { PagePiece, PagePlan, RecognisedLine, type JoinPages } from '#pipeline/sources/contract.ts';
import { chunkSnapshot } from './chunker.ts';
import type { StageInput } from './contract.ts';
import { storeRaster } from './store-image.ts';
import type { ParserInput } from './stage-parser.ts';

/** Pages per batch: enough to find what repeats at their edges. */
const BATCH = 64;
/** Batches at once, one per child. */
const AT_ONCE = 2;
/** A file with fewer pages is read in one batch. */
const WORTH_PARTING = 16;
/**
 * Pages differ in cost, so smaller batches balance the children better. This many pages still show
 * what repeats.
 */
const ENOUGH = 24;
const TO_SPARE = 2;
/** Ms after which no more batches start in this turn, well before the deadline of a job. */
const TURN_MS = 60_000;

const KeptImage = z.object({ key: z.string(), type: z.string() });
const Thumbnail = z.object({ image: KeptImage.optional() });

/** Splits pages into batches of similar size, as many as keep every child busy. */
export function batchesOf(total: number): { from: number; to: number }[] {
  const least = Math.max(
    Math.ceil(total / BATCH),
    Math.min(AT_ONCE * TO_SPARE, Math.floor(total / ENOUGH)),
  );
  const count = total < WORTH_PARTING ? 1 : Math.ceil(least / AT_ONCE) * AT_ONCE;
  return Array.from({ length: count }, (_, n) => ({
    from: Math.floor((n * total) / count) + 1,
    to: Math.floor(((n + 1) * total) / count),
  }));
}

/** A file of one batch is simply read again. */
const isWorthKeeping = ({ total }: PagePlan): boolean => batchesOf(total).length > 1;

const partOf = ({ from, to }: { from: number; to: number }): string => `pages-${from}-${to}`;

export interface PagesInput extends Omit<StageInput, 'ports'> {
  ports: Pick<StageInput['ports'], 'library' | 'files' | 'index' | 'parser' | 'recogniser'>;
  joinPages: JoinPages;
  parser: ParserInput;
  /** keys of the files read; checkpoints of other files are ignored */
  fileKeys: readonly string[];
}
export interface PagesOutput {
  snapshot: Snapshot;
  thumbnail: z.infer<typeof KeptImage> | undefined;
  /** for `archive`, in addition to those of the fetch */
  notes?: Record<string, unknown> | undefined;
}

/**
 * A file that can't be opened in time isn't retried, because it would occupy a child for as long
 * each time.
 */
function openingFault(error: unknown): unknown {
  if (!(error instanceof Fault) || error.code !== 'timed_out') return error;
  return new Fault('corrupt_file', {
    message: 'This file took too long to open. It may be damaged or malicious.',
    cause: error,
  });
}

/** Draws and stores the first page. A page that cannot be drawn may still be read. */
async function drawThumbnail(it: PagesInput): Promise<z.infer<typeof Thumbnail>> {
  const { source, ports, parser: input, signal } = it;
  const drawn = await ports.parser
    .drawPage(source.kind, input, 1, 'thumbnail', { signal })
    .catch((error: unknown) => {
      if (signal.aborted || !(error instanceof Fault)) throw error;
      return undefined;
    });
  const image = drawn && (await storeRaster(drawn, ports.files));
  return image ? { image } : {};
}

/**
 * Returns undefined at the end of the turn; the next turn reads the rest. Faults: as of the kind.
 */
export async function extractPages(it: PagesInput): Promise<PagesOutput | undefined> {
  const {
    source,
    ports: { parser, recogniser },
    parser: input,
    joinPages,
    signal,
    report,
  } = it;
  const endsAt = performance.now() + TURN_MS;
  const kept = await Kept.open(it);
  const openFile = () =>
    parser.planPages(source.kind, input, { signal }).catch((error: unknown) => {
      throw openingFault(error);
    });
  const plan = await kept.once('plan', PagePlan, openFile, isWorthKeeping);
  const batches = batchesOf(plan.total);
  const isLong = () => isWorthKeeping(plan);
  const pieces: (PagePiece | undefined)[] = batches.map(() => undefined);
  const reading = new Map<number, number>();
  const tell = () => {
    const done = [
      ...pieces.map((piece) => (piece ? piece.to - piece.from + 1 : 0)),
      ...reading.values(),
    ];
    report(
      done.reduce((sum, pages) => sum + pages, 0),
      plan.total,
    );
  };
  let drawing: ReturnType<typeof draw> | undefined;
  const early = new EarlyIndex(it, plan);
  let indexed = Promise.resolve();
  let next = 0;
  const work = async () => {
    for (let batch = batches[next]; batch; batch = batches[next]) {
      const at = next;
      const { from } = batch;
      if (!kept.has(partOf(batch)) && performance.now() > endsAt) return;
      next += 1;
      pieces[at] = await kept.once(
        partOf(batch),
        PagePiece,
        () =>
          readBatch(it, kept, batch, (page) => {
            reading.set(at, page - from);
            tell();
          }),
        isLong,
      );
      reading.delete(at);
      tell();
      // Indexes one after another while the next batches are read. Once the last batch has started,
      // the complete source will be indexed soon.
      if (next < batches.length) indexed = indexed.then(() => early.add(pieces));
    }
    await (drawing ??= draw());
  };
  const draw = () => kept.once('thumbnail', Thumbnail, () => drawThumbnail(it), isLong);
  // If one fails, the other finishes and saves its batch, and starts no more.
  const ended = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, () =>
      work().catch((error: unknown) => {
        next = batches.length;
        throw error;
      }),
    ),
  );
  await indexed;
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  if (next < batches.length) return undefined;
  const snapshot = joinPages(
    plan,
    pieces.filter((piece) => piece !== undefined),
    { facts: input.facts, notes: input.notes, canRecognise: recogniser !== undefined },
  );
  const { image: thumbnail } = await (drawing ?? draw());
  await kept.deleteFiles();
  return { snapshot, thumbnail };
}

/** For pages without text, recognises the text drawn on them, and reads the batch again with it. */
async function readBatch(
  { source, ports: { parser, recogniser }, parser: input, signal, log }: PagesInput,
  kept: Kept,
  batch: { from: number; to: number },
  told: (page: number) => void,
): Promise<PagePiece> {
  const hooks = { signal, report: told };
  const piece = await parser.readPages(source.kind, input, batch, hooks);
  if (!recogniser || piece.bare.length === 0) return piece;
  const recognised: Record<string, RecognisedLine[]> = {};
  const queue = [...piece.bare];
  const work = async () => {
    for (let page = queue.shift(); page !== undefined; page = queue.shift()) {
      const number = page;
      try {
        recognised[number] = await kept.once(`page-${number}`, z.array(RecognisedLine), async () =>
          recogniser.lines(
            await parser.drawPage(source.kind, input, number, 'reading', { signal }),
            { signal },
          ),
        );
      } catch (error) {
        // The page stays bare, and doesn't affect the others.
        if (signal.aborted || !(error instanceof Fault)) throw error;
        log.info({ sourceId: source.id, page, err: error }, 'page not recognised');
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return parser.readPages(source.kind, input, { ...batch, skip: piece.failed, recognised }, hooks);
}

interface Made {
  sourceId: SourceId;
  version: number;
  /** hash of its input */
  input: string;
}

/** Results of this and earlier runs, by name. */
class Kept {
  readonly #it: PagesInput;
  readonly #of: Made;
  readonly #keys: Map<string, string>;

  private constructor(it: PagesInput, of: Made, keys: Map<string, string>) {
    this.#it = it;
    this.#of = of;
    this.#keys = keys;
  }

  static async open(it: PagesInput): Promise<Kept> {
    const of = {
      sourceId: it.source.id,
      version: it.source.version,
      input: sha256(it.fileKeys.join('\n')),
    };
    return new Kept(it, of, await it.ports.library.checkpoints.of(of));
  }

  has(part: string): boolean {
    return this.#keys.has(part);
  }

  /** Stores the result, if that is worth it. */
  async once<T>(
    part: string,
    schema: z.ZodType<T>,
    make: () => Promise<T>,
    isKept: (made: T) => boolean = () => true,
  ): Promise<T> {
    const {
      ports: { files, library },
    } = this.#it;
    const key = this.#keys.get(part);
    // Ignores a row without a file.
    if (key !== undefined && (await files.has(key)))
      return schema.parse(fromBytes(await files.read(key)));
    const made = await make();
    if (!isKept(made)) return made;
    const { sourceId, version, input } = this.#of;
    const fileKey = `checkpoints/${sourceId}/${version}/${input.slice(0, 16)}/${part}.json`;
    await files.putStream(fileKey, Readable.from([toBytes(made)]), Infinity);
    await library.checkpoints.keep({ ...this.#of, part, fileKey });
    this.#keys.set(part, fileKey);
    return made;
  }

  /** The rows are deleted at the end of the stage. */
  async deleteFiles(): Promise<void> {
    for (const key of this.#keys.values()) await this.#it.ports.files.delete(key);
  }
}

/**
 * Indexes pages that are complete from the first page on. A refresh doesn't change the previous
 * version.
 */
class EarlyIndex {
  readonly #it: PagesInput;
  readonly #plan: PagePlan;
  readonly #wanted: boolean;
  #pieces = 0;
  #chunks = 0;
  #source: IndexedSource | undefined;

  constructor(it: PagesInput, plan: PagePlan) {
    this.#it = it;
    this.#plan = plan;
    this.#wanted = it.source.pendingVersion === null && it.source.refreshedAt === null;
  }

  /** Never fails, because the index stage will index everything. */
  async add(pieces: readonly (PagePiece | undefined)[]): Promise<void> {
    const {
      source,
      ports: { index, library },
      log,
    } = this.#it;
    try {
      for (let piece = pieces[this.#pieces]; this.#wanted && piece; piece = pieces[this.#pieces]) {
        const chunks = this.#chunksOf(piece);
        const indexed = this.#source;
        if (indexed && chunks.length > 0)
          await (this.#chunks === 0
            ? index.replace(indexed, chunks)
            : index.append(indexed, chunks));
        this.#pieces += 1;
        this.#chunks += chunks.length;
        await library.readThrough(source, piece.to);
      }
    } catch (error) {
      log.warn({ sourceId: source.id, err: error }, 'pages not indexed early');
    }
  }

  #chunksOf(piece: PagePiece): Chunk[] {
    const {
      source,
      joinPages,
      parser: { facts, notes },
    } = this.#it;
    const snapshot = joinPages(this.#plan, [piece], { facts, notes, canRecognise: true });
    const title = this.#source?.title ?? snapshot.title;
    this.#source ??= {
      sourceId: source.id,
      ownerId: source.ownerId,
      version: source.version,
      sourceType: source.kind,
      title,
      language: snapshot.language,
    };
    return chunkSnapshot(
      { ...snapshot, title },
      { sourceId: source.id, version: source.version },
    ).map((chunk) => ({ ...chunk, ordinal: this.#chunks + chunk.ordinal }));
  }
}
