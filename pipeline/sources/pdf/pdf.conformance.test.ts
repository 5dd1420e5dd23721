import path from 'node:path';
import { describeSourceKind } from '../conformance.ts';
import { pdf } from './pdf.ts';

describeSourceKind(pdf, path.join(import.meta.dirname, 'fixtures'));
