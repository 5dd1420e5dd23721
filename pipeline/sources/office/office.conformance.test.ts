import { describeSourceKind } from '#pipeline/sources/conformance.ts';
import { office } from './office.ts';

describeSourceKind(office, new URL('fixtures', import.meta.url).pathname);
