import type { RehearsalFigures } from '../../../domain/rehearsal/figures.ts';
import { figureKinds } from '../../../domain/rehearsal/figures.ts';
import type { RehearsalFinding } from '../../../domain/rehearsal/findings.ts';
import type { RehearsedSale } from '../../../domain/rehearsal/sale.ts';
import type { RehearsalReport, RehearsalTally } from '../../../domain/rehearsal/tally.ts';

const noFigures = Object.fromEntries(figureKinds.map((kind) => [kind, null])) as RehearsalFigures;

export function figures(said: Partial<RehearsalFigures>): RehearsalFigures {
  return { ...noFigures, ...said };
}

export function finding(said: Partial<RehearsalFinding> = {}): RehearsalFinding {
  return {
    by: 'LAVRA',
    code: 'invalid_taxation',
    path: 'items[0].ncm',
    message: 'Falta o NCM.',
    mend: '',
    item: { code: 'CAFE', description: 'Café torrado' },
    ...said,
  };
}

let number = 0;

export function rehearsed(said: Partial<RehearsedSale> = {}): RehearsedSale {
  number += 1;
  return {
    of: {
      kind: 'DOCUMENT',
      id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
      type: 'NFE',
      series: 1,
      number,
      issuedOn: '2026-11-27',
      externalId: null,
      name: 'Mercado São João Ltda',
    },
    fate: 'FIT',
    findings: [],
    then: figures({ price: '150.00', total: '150.00', pis: '2.03', cbs: '1.00' }),
    now: figures({ price: '150.00', total: '150.00', pis: '0.00', cbs: '10.83' }),
    ...said,
  };
}

export const about: Parameters<RehearsalTally['report']>[0] = {
  company: { taxId: '11222333000181', name: 'Padaria São José Ltda', environment: 'PRODUCTION' },
  on: '2027-01-04',
  since: '2026-10-28T03:00:00.000Z',
  cbs: { kind: 'ASSUMED', rate: '8.8' } satisfies RehearsalReport['cbs'],
  unjudged: null,
  unchecked: null,
};
