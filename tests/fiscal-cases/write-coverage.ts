import { readFileSync, writeFileSync } from 'node:fs';
import { withCoverage } from './coverage.ts';

/** Updates the tables of docs/taxation.md from the cases: `npm run fiscal-cases`. */
const page = new URL('../../docs/taxation.md', import.meta.url);
writeFileSync(page, withCoverage(readFileSync(page, 'utf8')));
