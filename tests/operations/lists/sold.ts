import type { RequiredEntityData } from '@mikro-orm/core';
import fc from 'fast-check';
import { buildAccessKey } from '../../../domain/access-key.ts';
import { contingencyModes } from '../../../domain/contingency-mode.ts';
import { quietKinds, quietSeconds, waitKinds } from '../../../domain/conversation/waiting.ts';
import { documentTypes } from '../../../domain/document-types.ts';
import { type Document, documentStatuses } from '../../../domain/documents/document.entity.ts';
import type { DocumentQuery } from '../../../operations/lists/document-query.ts';
import { cnpjOf, cpfOf } from '../../support/samples/tax-ids.ts';
import { dayOf, days, moments } from './received.ts';

/** Buyers; their ids are of the test's own records. */
export const buyers = [
  { id: '019ab1c2-3d4e-7f50-8a6b-000000000001', name: 'Padaria São José Ltda', document: cnpjOf(11_222_333) },
  { id: '019ab1c2-3d4e-7f50-8a6b-000000000002', name: 'Comércio de Pães 100%', document: cnpjOf(44_777_000) },
  { id: null, name: 'José Antônio da Conceição', document: cpfOf(529_982_247) },
];

/** Times of the last change: long ago, recent, and a millisecond apart. */
export const changes = ['2026-11-01T00:00:00Z', '2026-11-20T12:00:00.001Z', '2026-11-20T12:00:00.002Z'].map(
  (moment) => new Date(moment),
);

type Given = RequiredEntityData<Document>;

/** A document by its place. Each column has few values, so that all combinations occur. */
export function givenDocument(company: string, place: number, pick: (count: number) => number): Given {
  const buyer = buyers[pick(buyers.length)] ?? buyers[2]!;
  const status = documentStatuses[pick(documentStatuses.length)] ?? 'DRAFT';
  const isUnderWay = status === 'PROCESSING' && pick(8) > 0;
  const changed = changes[pick(changes.length)] ?? new Date();
  return {
    company,
    type: documentTypes[pick(documentTypes.length)] ?? 'NFE',
    environment: pick(5) === 0 ? 'HOMOLOGATION' : 'PRODUCTION',
    status,
    series: pick(3) === 0 ? null : 1 + pick(2),
    number: status === 'DRAFT' ? 0 : place,
    accessKey: status === 'AUTHORIZED' ? keyOf(place) : null,
    totalValue: '100.00',
    issueDateTime: moments[pick(moments.length)] ?? new Date(),
    client: buyer.id,
    clientSnapshot: {
      ...{ id: buyer.id, name: buyer.name, document: buyer.document, documentType: null, type: null, email: null },
      ...{ stateRegistration: null, taxpayerType: 'NAO_CONTRIBUINTE', phone: null, address: null, country: 'BR' },
    },
    payload: { type: 'NFE', operationNature: 'Venda', items: [] },
    externalId: pick(4) === 0 ? null : `Pedido-${place % 100}`,
    waitingKind: isUnderWay ? (waitKinds[pick(waitKinds.length)] ?? 'ANSWER') : null,
    waitingSince: isUnderWay ? new Date(Date.now() - (pick(2) === 0 ? 5_000 : 3_600_000)) : null,
    contingencyMode: pick(6) === 0 ? (contingencyModes[pick(contingencyModes.length)] ?? 'SVC') : null,
    createdAt: changed,
    updatedAt: changed,
  };
}

export function keyOf(place: number): string {
  const parts = { stateCode: '35', yearMonth: '2611', model: '55', series: 1, emissionType: '1', cNF: '12345670' };
  return buildAccessKey({ ...parts, taxId: cnpjOf(99_888_777), number: place + 1 });
}

/** Whether a row matches the query, by the words of the contract. */
export function isSold(row: Document, query: DocumentQuery): boolean {
  const { environment = 'PRODUCTION', status, type, externalId, accessKey, number, series, clientId, search } = query;
  const { issuedFrom = '', issuedTo = '9999-99-99', updatedSince, waiting, contingency } = query;
  const day = dayOf(row.issueDateTime);
  return (
    (environment === 'ALL' || row.environment === environment) &&
    (status === undefined || row.status === status) &&
    (type === undefined || row.type === type) &&
    (externalId === undefined || row.externalId === externalId) &&
    (accessKey === undefined || row.accessKey === accessKey) &&
    (number === undefined || row.number === number) &&
    (series === undefined || row.series === series) &&
    (clientId === undefined || row.client === clientId) &&
    day >= issuedFrom &&
    day <= issuedTo &&
    (updatedSince === undefined || row.updatedAt >= updatedSince) &&
    (waiting === undefined || waiting === keepsWaiting(row)) &&
    (contingency === undefined || row.contingencyMode === contingency) &&
    (row.accessKey === search || isSaid(row, search ?? ''))
  );
}

function isSaid({ clientSnapshot: { name, document }, externalId }: Document, search: string): boolean {
  const term = plain(/^\d[\d./-]*$/.test(search) ? search.replaceAll(/[./-]/g, '') : search);
  if (term === '') return true;
  const text = plain(` ${name} ${document} ${externalId ?? ''}`);
  return term.length < 3 ? text.includes(` ${term}`) : text.includes(term);
}

function keepsWaiting({ waitingKind = null, waitingSince = null }: Document): boolean {
  if (waitingKind === null || waitingSince === null) return false;
  return !quietKinds.includes(waitingKind) || Date.now() - waitingSince.getTime() > quietSeconds * 1000;
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

/** Each filter alone. */
export const filters: DocumentQuery[] = [
  ...documentStatuses.map((status) => ({ status })),
  ...documentTypes.map((type) => ({ type })),
  ...['Pedido-7', 'Pedido-', 'nada'].map((externalId) => ({ externalId })),
  ...[7, 44, 300].map((place) => ({ accessKey: keyOf(place) })),
  ...[7, 301].map((number) => ({ number })),
  ...[1, 2, 9].map((series) => ({ series })),
  ...buyers.flatMap(({ id }) => (id === null ? [] : [{ clientId: id }])),
  ...['padaria', 'JOSE', 'co', 'os', '100%', '_', 'pedido-7', cnpjOf(11_222_333), '11.222.333/', 'xyz', ''].map(
    (search) => ({ search }),
  ),
  ...[7, 44].map((place) => ({ search: keyOf(place) })),
  ...days.flatMap((day) => [{ issuedFrom: day }, { issuedTo: day }, { issuedFrom: day, issuedTo: day }]),
  ...changes.map((updatedSince) => ({ updatedSince })),
  { waiting: true },
  { waiting: false },
  ...contingencyModes.map((contingency) => ({ contingency })),
];

/** Any filters, alone and together. */
export const queries: fc.Arbitrary<DocumentQuery> = fc
  .tuple(
    fc.constantFrom<DocumentQuery>({}, { environment: 'ALL' }, { environment: 'HOMOLOGATION' }),
    fc.array(fc.constantFrom(...filters), { maxLength: 4 }),
  )
  .map(([environment, chosen]) => Object.assign({}, environment, ...chosen) as DocumentQuery)
  .filter(({ issuedFrom = '', issuedTo = '9999' }) => issuedFrom <= issuedTo);
