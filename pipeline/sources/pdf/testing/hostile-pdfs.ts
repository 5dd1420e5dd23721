/**
 * PDFs built to break parsers: each uses one known trick, or is a valid file with changed bytes.
 * Deterministic.
 */
import { seeded } from '#core/text/testing/edit-script.ts';
import { plainPdf } from '#pipeline/testing/plain-pdf.ts';
import { type Made, PROSE } from './hostile-pdf.ts';
import { CONTENTS } from './hostile-contents.ts';
import { ENCRYPTION } from './hostile-encryption.ts';
import { FONTS } from './hostile-fonts.ts';
import { IMAGES } from './hostile-images.ts';
import { BOMBS, SIZES } from './hostile-sizes.ts';
import { NESTING, TABLES, TREES } from './hostile-structure.ts';

export interface HostilePdf {
  name: string;
  bytes: Uint8Array;
}

/** A valid file with many features, to be truncated and changed. */
function sound(): Uint8Array {
  return plainPdf(
    [
      PROSE,
      {
        ...PROSE,
        annotations: [
          '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.org)>>>>',
        ],
      },
      PROSE,
    ],
    {
      catalog: '/Outlines 100 0 R/PageLabels<</Nums[0<</S/r>>]>>',
      info: '/Title(A sound file)',
      objects: { 100: '<</First 101 0 R>>', 101: '<</Title(Begin)/Dest[1000 0 R/Fit]>>' },
    },
  );
}
function cutOff(count: number): HostilePdf[] {
  const whole = sound();
  return Array.from({ length: count }, (_, at) => {
    const length = Math.floor((whole.length * (at + 1)) / (count + 1));
    return { name: `cut off after ${length} bytes`, bytes: whole.slice(0, length) };
  });
}
/** Files with 1 to 64 bytes changed, moved or duplicated. */
function changed(count: number): HostilePdf[] {
  const whole = sound();
  return Array.from({ length: count }, (_, seed) => {
    const random = seeded(1_000 + seed);
    const bytes = Uint8Array.from(whole);
    const changes = 1 + Math.floor(random() * 64);
    for (let n = 0; n < changes; n += 1) {
      const at = Math.floor(random() * bytes.length);
      if (random() < 0.7) bytes[at] = Math.floor(random() * 256);
      else
        bytes.copyWithin(
          at,
          Math.floor(random() * bytes.length),
          Math.floor(random() * bytes.length),
        );
    }
    return { name: `changed with seed ${seed}`, bytes };
  });
}

const GROUPS: readonly Made[] = [
  TREES,
  TABLES,
  NESTING,
  BOMBS,
  SIZES,
  IMAGES,
  FONTS,
  CONTENTS,
  ENCRYPTION,
];

/** One function per attack; files are built on demand, because some are large. */
export const hostilePdfTricks = (): { name: string; make(): Uint8Array }[] =>
  GROUPS.flatMap((group) => Object.entries(group).map(([name, make]) => ({ name, make })));

/** Files with damage: `cut` that end early and `mutated` with changed bytes. */
export const damagedPdfs = ({ cut, mutated }: { cut: number; mutated: number }): HostilePdf[] => [
  ...cutOff(cut),
  ...changed(mutated),
];
