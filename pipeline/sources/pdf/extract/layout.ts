/**
 * Converts pages of runs to segments in reading order. Works on a few dozen consecutive pages at a
 * time: enough to find what repeats at their edges, and bounded, so that memory doesn't grow with
 * the number of pages.
 */
import type { Segment } from '#core/contract/snapshot.ts';
import { toBlocks, type BodyStyle } from './blocks.ts';
import { readingRegions } from './columns.ts';
import { Vocabulary } from './join-lines.ts';
import { isRtl, textOf, toFragments, type Fragment } from './lines.ts';
import { toLines } from './rows.ts';
import { partTables } from './tables.ts';
import { runningHeads } from './running-heads.ts';
import { toPage, type Frame, type PageSpace } from './runs.ts';

const MAX_STYLES = 5_000;

export interface RawPage {
  page: number;
  frames: Frame[];
  space: PageSpace;
}
interface LaidFrame {
  turn: Frame['turn'];
  fragments: Fragment[];
}
interface LaidPage {
  page: number;
  space: PageSpace;
  frames: LaidFrame[];
}

/** Returns the upper and lower end of a page within a frame of this rotation. */
function ends(turn: Frame['turn'], space: PageSpace): [number, number] {
  if (turn === 0) return [0, space.height];
  if (turn === 1) return [-space.width, 0];
  return turn === 2 ? [-space.height, 0] : [0, space.width];
}

export class Layout {
  readonly #vocabulary = new Vocabulary();
  /** by turn */
  readonly #gutters = new Map<Frame['turn'], Set<number>>();
  readonly #styles = new Map<string, { size: number; font: string; weight: number }>();
  /** by font, by exact size */
  readonly #exact = new Map<string, Map<number, { weight: number }>>();
  #last: { font: string; size: number; style: { weight: number } } | undefined;

  /** Expects pages in order, a few dozen at a time. */
  read(pages: readonly RawPage[]): Segment[] {
    const laid = pages.map(
      (page): LaidPage => ({
        page: page.page,
        space: page.space,
        frames: page.frames.map((frame) => ({
          turn: frame.turn,
          fragments: toFragments(frame.runs),
        })),
      }),
    );
    const heads = runningHeads(
      laid.flatMap((page) => {
        const main = page.frames[0];
        if (!main) return [];
        const [top, bottom] = ends(main.turn, page.space);
        return [{ page: page.page, fragments: main.fragments, top, bottom }];
      }),
    );
    for (const page of laid)
      for (const frame of page.frames)
        frame.fragments = frame.fragments.filter((it) => !heads.has(it));
    for (const page of laid)
      for (const frame of page.frames)
        for (const fragment of frame.fragments) this.#learn(fragment);
    const body = this.#body();
    return laid.flatMap((page) =>
      page.frames.flatMap((frame) => this.#segments(page, frame, body)),
    );
  }

  #learn(fragment: Fragment): void {
    this.#vocabulary.learn(textOf(fragment.runs));
    for (const { font, size, text, blank } of fragment.runs) {
      if (blank) continue;
      if (this.#last?.font !== font || this.#last.size !== size)
        this.#last = { font, size, style: this.#styleOf(font, size) };
      this.#last.style.weight += text.length;
    }
  }

  #styleOf(font: string, size: number): { weight: number } {
    // Sizes differ slightly, so exact sizes of a font are looked up before rounding.
    const known = this.#exact.get(font)?.get(size);
    if (known) return known;
    const key = `${size.toFixed(1)}:${font}`;
    const style = this.#styles.get(key) ?? { size, font, weight: 0 };
    if (this.#styles.size < MAX_STYLES) this.#styles.set(key, style);
    const sizes = this.#exact.get(font) ?? new Map<number, { weight: number }>();
    if (sizes.size < MAX_STYLES && this.#exact.size < MAX_STYLES)
      this.#exact.set(font, sizes.set(size, style));
    return style;
  }

  #body(): BodyStyle {
    const sizes = new Map<string, number>();
    for (const style of this.#styles.values())
      sizes.set(style.size.toFixed(1), (sizes.get(style.size.toFixed(1)) ?? 0) + style.weight);
    const size = Number([...sizes].sort((one, two) => two[1] - one[1])[0]?.[0] ?? 0);
    const fonts = [...this.#styles.values()]
      .filter((it) => it.size.toFixed(1) === size.toFixed(1))
      .sort((one, two) => two.weight - one.weight);
    return { size, font: fonts[0]?.font ?? '' };
  }

  #segments(page: LaidPage, frame: LaidFrame, body: BodyStyle): Segment[] {
    const rtl = isRtl(frame.fragments.map((it) => textOf(it.runs)).join(''));
    const gutters = this.#gutters.get(frame.turn) ?? new Set();
    this.#gutters.set(frame.turn, gutters);
    return readingRegions(frame.fragments, rtl, gutters)
      .flatMap(partTables)
      .flatMap((part) =>
        'table' in part ? [part.table] : toBlocks(toLines(part.fragments), body, this.#vocabulary),
      )
      .map((block) => ({
        text: block.text,
        role: block.role,
        at: {
          medium: 'paged',
          page: page.page,
          rects: block.boxes.map((box) => toPage(frame.turn, box, page.space)),
          starts: block.starts,
        },
      }));
  }
}
