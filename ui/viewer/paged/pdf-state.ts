export interface PdfState {
  phase: 'loading' | 'ready' | 'failed';
  failure?: 'password' | 'broken';
  /** 0..1 of the bytes */
  loaded: number;
  page: number;
  pages: number;
  /** percent */
  zoom: number;
  found: FoundMatches | undefined;
  /** what the PDF calls its pages, where it is more than their number */
  labels: readonly string[] | undefined;
  /** one page at a time */
  isSingle: boolean;
  /** two pages side by side */
  isSpread: boolean;
  /** the clip whose mark was pressed */
  chosen: string | undefined;
}
export interface FoundMatches {
  current: number;
  total: number;
  isDone: boolean;
}
export const NO_PDF: PdfState = {
  phase: 'loading',
  loaded: 0,
  page: 1,
  pages: 0,
  zoom: 100,
  found: undefined,
  labels: undefined,
  isSingle: false,
  isSpread: false,
  chosen: undefined,
};
