import { describeSourceKind } from '#pipeline/sources/conformance.ts';
import { epub } from './epub.ts';

describeSourceKind(epub, new URL('fixtures', import.meta.url).pathname);
