import { describeSourceKind } from '#pipeline/sources/conformance.ts';
import { web } from './web.ts';

describeSourceKind(web, new URL('fixtures', import.meta.url).pathname);
