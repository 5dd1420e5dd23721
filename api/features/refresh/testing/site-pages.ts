/** An article, and what sites show at its address once it is gone. */
import { htmlPage } from './changing-site.ts';

const SHEETS = [
  ['harbour', 'granite', 'The pilots rowed out before dawn', 'fog over the outer skerries'],
  ['orchard', 'limestone', 'Pickers slept in the lofts of the barns', 'wasps around the windfalls'],
  ['quarry', 'slate', 'Splitters worked with a mallet and a broad chisel', 'dust on every sill'],
  ['chapel', 'sandstone', 'The bell was cast from two older ones', 'swallows below the eaves'],
  [
    'mill',
    'timber',
    'The race was dug by the monks of the abbey',
    'ice on the paddles of the wheel',
  ],
  ['school', 'brick', 'Each child brought a log for the stove', 'maps with empty corners'],
  ['railway', 'iron', 'The first train carried only milk', 'lamps along the cutting'],
  ['market', 'cobble', 'Stalls were drawn by lot at midsummer', 'bargains sealed with a spit'],
  ['library', 'plaster', 'Readers signed a ledger for every volume', 'moths in the atlases'],
  ['bridge', 'concrete', 'Toll was taken until the winter of the flood', 'salmon below the piers'],
] as const;

/** Ten paragraphs of different words. */
export const ARTICLE: readonly string[] = SHEETS.map(
  ([place, stone, work, sight]) =>
    `Anyone who came to the ${place} of the island saw ${stone} first. ${work}, and old letters mention ${sight} long before photographs show the ${place} as visitors know it today.`,
);

export const parkedDomain = (): string =>
  htmlPage('island-history.example is for sale', [
    'This domain name may be available from its current holder. Enquire about a price through our brokers, who answer within one business day.',
    'Related searches: cheap flights, car insurance quotes, online degrees, kitchen remodelling, dental implants and weekend getaways near you.',
  ]);
export const loginPage = (): string =>
  htmlPage('Members area', [
    'Enter your email address and your password in order to use the members area, or create an account if you do not have one yet.',
    'Forgotten your password? We will send a link with which you choose another. Accounts are free and can be closed at any time.',
  ]);
export const softNotFound = (): string =>
  htmlPage('Nothing here', [
    'Sorry, we looked everywhere and did not see what you asked us for. Perhaps it has been renamed, or the address contains a typing error.',
    'You could try our search, browse the archive by year, or write to the editors, who enjoy hearing from people at any hour of the week.',
  ]);
/** Nine of ten paragraphs have other text. */
export const rewritten = (): readonly string[] =>
  ARTICLE.map((text, n) =>
    n === 4
      ? text
      : `Chapter${n} now concerns cooking instead: fry ${n + 2} onions slowly in butter, season them with thyme, then bake everything under pastry until golden, as grandmother number${n} did on Sundays.`,
  );
