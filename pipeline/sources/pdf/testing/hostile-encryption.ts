/** Invalid encryption. */
import { type Made, pdfOf } from './hostile-pdf.ts';

const encrypted = (dict: string): Uint8Array =>
  pdfOf(
    { 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Type/Pages/Count 0/Kids[]>>', 3: dict },
    '/Root 1 0 R/Encrypt 3 0 R/ID[(a)(b)]',
  );
export const ENCRYPTION: Made = {
  'encrypted with garbage': () =>
    encrypted('<</Filter/Standard/V 5/R 6/O(x)/U(y)/OE(z)/UE(w)/P -1/Perms(p)/Length 256>>'),
  'encrypted with an unknown filter': () => encrypted('<</Filter/Evil/V 99/R 99>>'),
  'encrypted by a dictionary that is itself': () =>
    encrypted('<</Filter/Standard/V 4/R 4/O 3 0 R/U 3 0 R/P -4/CF 3 0 R/StmF/X>>'),
  'key of 2^31 bits': () =>
    encrypted(
      `<</Filter/Standard/V 2/R 3/Length 2147483640/O(${'o'.repeat(32)})/U(${'u'.repeat(32)})/P -4>>`,
    ),
  'R6 hash that never settles': () =>
    encrypted(
      `<</Filter/Standard/V 5/R 6/O(${'o'.repeat(48)})/U(${'u'.repeat(48)})/OE(${'e'.repeat(32)})/UE(${'e'.repeat(32)})/P -4/Perms(${'p'.repeat(16)})/CF<</StdCF<</CFM/AESV3>>>>/StmF/StdCF/StrF/StdCF>>`,
    ),
};
