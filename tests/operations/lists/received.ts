import type { RequiredEntityData } from '@mikro-orm/core';
import fc from 'fast-check';
import { buildAccessKey } from '../../../domain/access-key.ts';
import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import { manifestations, roles, schemaTypes } from '../../../domain/received/kinds.ts';
import type { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import type { ReceivedQuery } from '../../../operations/lists/received-query.ts';
import { cnpjOf, cpfOf } from '../../support/samples/tax-ids.ts';

/** Suppliers, one of them a person. */
export const suppliers = [
  { taxId: cnpjOf(11_222_333), name: 'Padaria São José Ltda' },
  { taxId: cnpjOf(44_777_000), name: 'Comércio de Pães e Água 100%' },
  { taxId: cpfOf(529_982_247), name: 'José Antônio da Conceição' },
];

/** Moments at the boundaries of days, months and daylight saving time in Brasília, between them, and long ago. */
export const moments = [
  '2026-10-31T23:59:59-03:00',
  '2026-11-01T00:00:00-03:00',
  '2026-11-15T12:00:00-03:00',
  '2026-11-30T23:59:59.999-03:00',
  '2026-12-01T00:00:00-03:00',
  '2018-11-03T23:59:59-03:00',
  '2018-11-04T01:00:00-02:00',
  '2018-10-31T23:30:00-03:00',
  '2006-01-01T00:00:00-02:00',
].map((moment) => new Date(moment));

export const days = ['2006-01-01', '2018-10-31', '2018-11-04', '2026-10-31', '2026-11-01', '2026-11-15', '2026-11-30'];

export type Given = RequiredEntityData<ReceivedDocument> & Pick<ReceivedDocument, 'nsu' | 'accessKey' | 'emissionDate'>;

/** A row whose NSU follows from its place. Each column has few values, so that all combinations occur. */
export function givenRow(company: string, place: number, pick: (count: number) => number): Given {
  const schemaType = schemaTypes[pick(schemaTypes.length)] ?? 'NFSE';
  const isEvent = schemaType.includes('EVENTO');
  const supplier = suppliers[pick(suppliers.length)];
  return {
    company,
    environment: pick(5) === 0 ? 'HOMOLOGATION' : 'PRODUCTION',
    model: schemaType.includes('NFSE') ? 'NFSE' : 'NFE',
    schemaType,
    // The two sources count separately, so that each NSU occurs twice.
    nsu: BigInt(Math.ceil(place / 2)),
    accessKey: keyOf(place),
    eventCode: isEvent ? '110110' : '',
    // Also for notes, because three rows share a key and may be of one kind.
    eventSequence: place,
    issuerTaxId: supplier?.taxId ?? null,
    issuerName: supplier?.name ?? null,
    emissionDate: moments[pick(moments.length)] ?? new Date(),
    status: isEvent ? 'REGISTERED' : (['AUTHORIZED', 'AUTHORIZED', 'CANCELLED', 'DENIED'] as const)[pick(4)]!,
    role: pick(3) === 0 ? (roles[pick(roles.length)] ?? 'OTHER') : 'RECIPIENT',
    manifestation: pick(2) === 0 ? (manifestations[pick(manifestations.length)] ?? null) : null,
    hasFullXml: !schemaType.startsWith('RES'),
  };
}

/** Three consecutive rows are about one note. */
export function keyOf(place: number): string {
  const number = Math.floor(place / 3) + 1;
  const taxId = suppliers[number % 2]?.taxId ?? '';
  const parts = { stateCode: '35', yearMonth: '2611', model: '55', series: 1, emissionType: '1', cNF: '12345670' };
  return buildAccessKey({ ...parts, taxId, number });
}

/** Any filters, alone and together. */
export const queries: fc.Arbitrary<ReceivedQuery> = fc.record(
  {
    model: fc.constantFrom('NFE', 'NFSE'),
    schemaType: fc.constantFrom(...schemaTypes),
    manifestation: fc.constantFrom(...manifestations),
    accessKey: fc.nat(120).map(keyOf),
    issuerCnpj: fc.constantFrom(...suppliers.map(({ taxId }) => taxId), cnpjOf(99)),
    search: fc.constantFrom(
      '',
      'padaria',
      'AGUA',
      'jo',
      'os',
      '100%',
      '%',
      '_',
      'são josé',
      '11.222.333',
      '2611',
      'xyz',
    ),
    emittedFrom: fc.constantFrom(...days, '0000-01-01'),
    emittedTo: fc.constantFrom(...days, '9999-12-31'),
    pending: fc.boolean(),
  },
  { requiredKeys: [] },
);

const dayOfMoment = new Map<number, string>();

/** The day in Brasília of a moment, kept because hundreds of rows have the same few moments. */
export function dayOf(moment: Date): string {
  const known = dayOfMoment.get(moment.getTime()) ?? brasiliaDay(moment);
  dayOfMoment.set(moment.getTime(), known);
  return known;
}

/** Whether a row matches a query, written as plainly as the contract says it. */
export function isAsked(row: ReceivedDocument, query: ReceivedQuery): boolean {
  const day = dayOf(row.emissionDate);
  const { emittedFrom = day, emittedTo = day, search = '' } = query;
  const isNfe = row.schemaType === 'RES_NFE' || row.schemaType === 'PROC_NFE';
  const isPending = isNfe && row.role === 'RECIPIENT' && row.status === 'AUTHORIZED' && !row.manifestation;
  return (
    row.model === (query.model ?? row.model) &&
    row.schemaType === (query.schemaType ?? row.schemaType) &&
    (query.manifestation === undefined || row.manifestation === query.manifestation) &&
    row.accessKey === (query.accessKey ?? row.accessKey) &&
    row.issuerTaxId === (query.issuerCnpj ?? row.issuerTaxId) &&
    day >= emittedFrom &&
    day <= emittedTo &&
    isPending === (query.pending ?? isPending) &&
    isFound(search, [row.issuerName, row.issuerTaxId, row.accessKey])
  );
}

/** Whether a search matches a text: anywhere from three letters on, with fewer at the beginning of a word. */
export function isFound(search: string, texts: (string | null | undefined)[]): boolean {
  const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const term = plain(/^[\d.]+$/.test(search) ? search.replaceAll('.', '') : search);
  const text = plain(` ${texts.join(' ')}`);
  return term === '' || text.includes(term.length < 3 ? ` ${term}` : term);
}
