import { expect, test } from 'vitest';
import { Cities, type City } from '../../../../simulator/nfse/places.ts';
import { eventFaults } from '../../../../simulator/nfse/rules/event.ts';
import { readXml } from '../../../../simulator/xml/element.ts';
import { type DpsEdits, dpsNamespace, edited } from '../../../support/samples/nfse-dps.ts';
import { withoutTaker } from '../../support/dps-edits.ts';
import { type Circumstances, contextOf, expectValid, checkedAt, keyOf, knownNote } from '../../support/nfse.ts';

const key = keyOf();
const notes = [knownNote(key, {})];

const cancellation =
  '<e101101><xDesc>Cancelamento de NFS-e</xDesc><cMotivo>1</cMotivo><xMotivo>Valor do serviço errado</xMotivo></e101101>';
const confirmation = '<e203202><xDesc>Manifestação de NFS-e - Confirmação do Tomador</xDesc></e203202>';
const rejection = (type: string, who: string): string =>
  `<e${type}><xDesc>Manifestação de NFS-e - Rejeição do ${who}</xDesc><cMotivo>9</cMotivo></e${type}>`;

type RequestOptions = { type?: string; details?: string; about?: string; edits?: DpsEdits; id?: string };

/** A request, an hour old, by the issuer to cancel the company's first note. */
function requestXml({
  type = '101101',
  details = cancellation,
  about = key,
  edits = [],
  id,
}: RequestOptions = {}): string {
  const infPedReg =
    `<infPedReg Id="${id ?? `PRE${about}${type}`}"><tpAmb>2</tpAmb><verAplic>Teste 1.0</verAplic>` +
    `<dhEvento>2026-11-20T11:00:00-03:00</dhEvento><CNPJAutor>11222333000181</CNPJAutor><chNFSe>${about}</chNFSe>${details}</infPedReg>`;
  return edited(`<pedRegEvento xmlns="${dpsNamespace}" versao="1.01">${infPedReg}</pedRegEvento>`, edits);
}

function codesOf(options: RequestOptions, circumstances: Circumstances = { notes }): string[] {
  const xml = requestXml(options);
  expectValid('pedRegEvento_v1.01.xsd', xml);
  return eventFaults(readXml(xml), contextOf(circumstances)).map(({ code }) => code);
}

function withCity(cancellationOf: Partial<City['cancellation']>): Cities {
  const cities = new Cities();
  cities.change('3550308', {
    cancellation: { deadlineDays: null, limit: null, requiresTaker: false, ...cancellationOf },
  });
  return cities;
}

const after = (days: number): Date => new Date(checkedAt.getTime() + days * 24 * 3_600_000);
const author = (identity: string): DpsEdits => [['<CNPJAutor>11222333000181</CNPJAutor>', identity]];
const byTaker = author('<CNPJAutor>11444777000161</CNPJAutor>');
const anonymous = knownNote(key, { edits: withoutTaker });

test('the issuer cancels, and the taker confirms and rejects', () => {
  expect(codesOf({})).toEqual([]);
  expect(codesOf({ type: '203202', details: confirmation, edits: byTaker })).toEqual([]);
  expect(codesOf({}, { notes: [anonymous] })).toEqual([]);
});

test("a city's deadline, limit and wish for a taker", () => {
  const cities = withCity({ deadlineDays: 30, limit: '1000.00', requiresTaker: true });
  expect(codesOf({}, { notes, cities, at: after(29) })).toEqual([]);
  expect(codesOf({}, { notes, cities, at: after(30) })).toEqual(['E0822']);
  expect(codesOf({}, { notes, at: after(729) })).toEqual([]);
  expect(codesOf({}, { notes, cities: withCity({ limit: '0' }) })).toEqual([]);
  expect(codesOf({ type: '203202', details: confirmation, edits: byTaker }, { notes, cities, at: after(31) })).toEqual(
    [],
  );
});

test('a note that is cancelled bears no event any more, and is reported by its name', () => {
  const ended = [{ ...knownNote(key, {}), ended: true, endedBy: 'Cancelamento de NFS-e por Substituição' }];
  const [fault] = eventFaults(readXml(requestXml()), contextOf({ notes: ended }));
  expect(fault).toEqual({
    code: 'E0840',
    description:
      'O Sistema Nacional NFS-e não pode recepecionar o EVENTO DE CANCELAMENTO DE NFS-e pois, o evento de Cancelamento de NFS-e por ' +
      'Substituição já está vinculado à NFS-e indicada no evento enviado, impedindo sua recepção.',
  });
  expect(codesOf({ type: '203202', details: confirmation, edits: byTaker }, { notes: ended })).toEqual(['E0861']);
});

test('what each event bars, and what it lets pass', () => {
  const codesAfter = (events: string[], options: RequestOptions): string[] =>
    codesOf(options, { notes: [{ ...knownNote(key, {}), events }] });
  const confirmed = { type: '203202', details: confirmation, edits: byTaker };
  const rejected = {
    type: '203206',
    details: rejection('203206', 'Tomador').replace('<cMotivo>9', '<cMotivo>1'),
    edits: byTaker,
  };
  expect(codesAfter(['101103'], {})).toEqual(['E0840']);
  expect(codesAfter(['101103'], confirmed)).toEqual([]);
  for (const manifested of ['203202', '203206']) {
    expect(codesAfter([manifested], {})).toEqual([]);
    expect(codesAfter([manifested], confirmed)).toEqual(['E1833', 'E0861']);
    expect(codesAfter([manifested], rejected)).toEqual(['E1833', 'E0866']);
  }
  expect(codesAfter(['204203'], confirmed)).toEqual([]);
  const underAnalysis = contextOf({ notes: [{ ...knownNote(key, {}), events: ['101103'] }] });
  const [fault] = eventFaults(readXml(requestXml()), underAnalysis);
  expect(fault?.description).toContain('o evento de Solicitação de Análise Fiscal para Cancelamento de NFS-e já está');
});

const barred: readonly (readonly [string, string])[] = [
  ['101101', 'E0840'],
  ['105102', 'E0845'],
  ['101103', 'E0848'],
  ['105104', 'E0852'],
  ['105105', 'E0855'],
  ['202201', 'E0860'],
  ['203202', 'E0861'],
  ['204203', 'E0862'],
  ['205204', 'E0863'],
  ['202205', 'E0864'],
  ['203206', 'E0866'],
  ['204207', 'E0868'],
  ['205208', 'E0870'],
  ['305101', 'E1960'],
  ['305102', 'E1965'],
  ['305103', 'E1970'],
];

test.each(barred)('%s after a cancellation is %s', (type, code) => {
  const ended = [{ ...knownNote(key, {}), ended: true }];
  const xml = requestXml({ type, details: `<e${type}><xMotivo>Sem motivo algum</xMotivo></e${type}>` });
  const codes = eventFaults(readXml(xml), contextOf({ notes: ended })).map((fault) => fault.code);
  expect(codes.at(-1)).toBe(code);
});

type Case = { code: string; what: string; options?: RequestOptions; in?: Circumstances; besides?: readonly string[] };

const cases: readonly Case[] = [
  { code: 'E1827', what: "another event's identifier", options: { id: `PRE${key}101103` } },
  { code: 'E1845', what: 'production sent to homologation', options: { edits: [['<tpAmb>2', '<tpAmb>1']] } },
  { code: 'E1843', what: 'an event of later', options: { edits: [['T11:00:00', 'T12:00:01']] } },
  { code: 'E0813', what: 'a cancellation by the taker', options: { edits: byTaker } },
  { code: 'E0813', what: 'a confirmation by the issuer', options: { type: '203202', details: confirmation } },
  { code: 'E0816', what: 'a cancellation by a person', options: { edits: author('<CPFAutor>52998224725</CPFAutor>') } },
  { code: 'E1831', what: 'a note that nobody knows', in: {} },
  { code: 'E0822', what: 'a note of more than two years', in: { notes, at: after(730) } },
  { code: 'E0823', what: 'a note above the limit', in: { notes, cities: withCity({ limit: '999.99' }) } },
  {
    code: 'E0824',
    what: 'a note without taker',
    in: { notes: [anonymous], cities: withCity({ requiresTaker: true }) },
  },
  {
    code: 'E0831',
    what: "a note of the city's own system",
    options: { about: keyOf({ ambGer: '1' }) },
    in: { notes: [knownNote(keyOf({ ambGer: '1' }), {})] },
  },
  {
    code: 'E1833',
    what: 'a second manifestation of the taker',
    options: { type: '203202', details: confirmation, edits: byTaker },
    in: { notes: [{ ...knownNote(key, {}), events: ['203206'] }] },
    besides: ['E0861'],
  },
  { code: 'E0840', what: 'a note that is cancelled', in: { notes: [{ ...knownNote(key, {}), ended: true }] } },
  {
    code: 'E1944',
    what: 'a rejection of the provider without words',
    options: { type: '202205', details: rejection('202205', 'Prestador') },
    besides: ['E0813'],
  },
  {
    code: 'E1949',
    what: 'a rejection of the taker without words',
    options: { type: '203206', details: rejection('203206', 'Tomador'), edits: byTaker },
  },
  {
    code: 'E1954',
    what: 'a rejection of an intermediary who is none',
    options: { type: '204207', details: rejection('204207', 'Intermediário') },
    besides: ['E0813'],
  },
];

test.each(cases)('$code: $what', ({ code, options = {}, in: circumstances = { notes }, besides = [] }) => {
  expect(codesOf(options, circumstances).sort()).toEqual([code, ...besides].sort());
});

test('E1825: a version that is not accepted any more', () => {
  const xml = requestXml().replace('versao="1.01"', 'versao="1.00"');
  expect(eventFaults(readXml(xml), contextOf({ notes })).map(({ code }) => code)).toEqual(['E1825']);
});
