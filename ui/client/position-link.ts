/** `?source=ID&at=83`, `&page=4`, `&p=12`: a position in a source in the page's address. Pure. */
export interface LinkedPosition {
  sourceId: string;
  place: number | undefined;
}

export function readPositionLink(params: URLSearchParams): LinkedPosition | undefined {
  const sourceId = params.get('source');
  if (!sourceId) return undefined;
  const seconds = number(params.get('at'), 0);
  return {
    sourceId,
    place: seconds ?? number(params.get('page'), 1) ?? number(params.get('p'), 1),
  };
}

/** `?note=BLOCK` and `?answer=ID`: a block of the notes, or an answer. */
export interface LinkedContent {
  note: string | undefined;
  answer: string | undefined;
}
export const readContentLink = (params: URLSearchParams): LinkedContent => ({
  note: params.get('note') ?? undefined,
  answer: params.get('answer') ?? undefined,
});

function number(text: string | null, least: number): number | undefined {
  if (text === null || text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) && value >= least ? value : undefined;
}
