import { describeSourceKind } from '#pipeline/sources/conformance.ts';
import { textfile } from './textfile.ts';

describeSourceKind(textfile, new URL('fixtures', import.meta.url).pathname);
