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
  /** the page labels, if they differ from the numbers */
  labels: readonly string[] | undefined;
  /** one page at a time */
  isSingle: boolean;
  /** two pages side by side */
  isSpread: boolean;
  /** the clip of the clicked mark */
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
