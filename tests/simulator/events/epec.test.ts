import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { simulatorSettings } from '../../../simulator/settings.ts';
import { openSchemas } from '../../../simulator/xml/schemas.ts';
import type { Received } from '../support/client.ts';
import { all, code, send } from '../support/client.ts';
import { control } from '../support/control.ts';
import { announcedNote, edited, notice } from '../support/epec.ts';
import { authorize, manifestation, sendEvent, stateUrl } from '../support/events.ts';
import type { NoteOptions, SignedNote } from '../support/note.ts';
import { brasilia, lot, signedNote } from '../support/note.ts';
import { cancellation, consultation, inutilization } from '../support/requests.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

const hourMs = 3_600_000;

let started: Started;
let certificate: A1Certificate;
let number = 0;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
});
afterEach(() => control(started.simulator, 'DELETE', '/clock'));
afterAll(() => started.stop());

function note(options: NoteOptions = {}): SignedNote {
  number += 1;
  return announcedNote(certificate, { number, issuedAt: new Date(), ...options });
}

const announce = (event: ReturnType<typeof notice>): Promise<Received> => sendEvent(started, certificate, event);
const transmit = ({ xml }: Pick<SignedNote, 'xml'>): Promise<Received> =>
  send(started.simulator, { service: 'NfeAutorizacao', message: lot([{ xml }]), certificate });
const consult = (chNFe: string): Promise<Received> =>
  send(started.simulator, { service: 'NfeConsultaProtocolo', message: consultation(chNFe), certificate });
const ahead = (hours: number): ReturnType<typeof control> =>
  control(started.simulator, 'PUT', '/clock', { aheadSeconds: hours * 3600 });

test('a notice is registered without its note, and the note is authorized afterwards', async () => {
  const later = note();
  const registered = await announce(notice(later));
  expect(all(registered.body, 'cStat')).toEqual(['128', '136']);
  expect(all(registered.body, 'xEvento')).toEqual(['EPEC autorizado']);
  expect(all(registered.body, 'nProt')[0]).toMatch(/^891\d{12}$/);
  const authorized = await transmit(later);
  expect(code(authorized)).toBe(100);
  expect(all((await consult(later.chNFe)).body, 'cStat')).toEqual(['100', '100', '136']);
});

test('its answers and the question that tells it are valid by the official schemas', async () => {
  const schemas = openSchemas(simulatorSettings().schemas, new Date());
  const announced = note();
  const resultOf = ({ body }: Received): string => /<nfeResultMsg[^>]*>(.*)<\/nfeResultMsg>/.exec(body)?.[1] ?? '';
  const registered = resultOf(await announce(notice(announced)));
  expect(schemas.faultOf('retEnvEPEC_v1.00.xsd', registered)).toBeUndefined();
  expect(schemas.faultOf('retEnvEPEC_v1.00.xsd', resultOf(await announce(notice(announced))))).toBeUndefined();
  const found = resultOf(await consult(announced.chNFe));
  expect(schemas.faultOf('retConsSitNFe_v4.00.xsd', found)).toBeUndefined();
  await transmit(announced);
  const { json } = await control(started.simulator, 'GET', `/documents/${announced.chNFe}/events`);
  const [{ procEvento = '' } = {}] = json as { procEvento?: string }[];
  expect(schemas.faultOf('procEPEC_v1.00.xsd', procEvento)).toBeUndefined();
  schemas.close();
});

test('while the note is not there, a question about it tells the notice, and no event of a note is taken', async () => {
  const announced = note();
  expect(all((await consult(announced.chNFe)).body, 'cStat')).toEqual(['217']);
  await announce(notice(announced));
  const found = await consult(announced.chNFe);
  expect(all(found.body, 'cStat')).toEqual(['124', '136']);
  expect(all(found.body, 'xMotivo')[0]).toBe('EPEC Autorizado');
  expect(all(found.body, 'tpEvento')).toEqual(['110140', '110140']);
  const message = cancellation(certificate, { chNFe: announced.chNFe, nProt: all(found.body, 'nProt')[0] ?? '' });
  const cancelled = await send(started.simulator, {
    service: 'RecepcaoEvento',
    message,
    certificate,
    url: stateUrl,
  });
  expect(code(cancelled)).toBe(494);
  expect(code(await sendEvent(started, certificate, manifestation(announced.chNFe, '210210')))).toBe(494);
});

test('a number is announced once, and not when it is used or given up', async () => {
  const announced = note();
  await announce(notice(announced));
  expect(code(await announce(notice(announced)))).toBe(573);
  const another = announcedNote(certificate, { number, cNF: '58293746', issuedAt: new Date() });
  expect(code(await announce(notice(another)))).toBe(485);

  number += 1;
  await authorize(started, certificate, number);
  expect(code(await announce(notice(announcedNote(certificate, { number, issuedAt: new Date() }))))).toBe(661);

  number += 1;
  const voiding = inutilization(certificate, { first: number, last: number });
  await send(started.simulator, { service: 'NfeInutilizacao', message: voiding, certificate });
  expect(code(await announce(notice(announcedNote(certificate, { number, issuedAt: new Date() }))))).toBe(662);

  const announcedAgain = note();
  await announce(notice(announcedAgain));
  const message = inutilization(certificate, { first: number, last: number });
  expect(code(await send(started.simulator, { service: 'NfeInutilizacao', message, certificate }))).toBe(241);
});

test.each([
  [484, [['<tpEmis>4', '<tpEmis>5']]],
  [266, [['<serie>1<', '<serie>970<']]],
] as const)('%i: the key of the note says it', async (cStat, edits) => {
  expect(code(await announce(notice(note({ edits }))))).toBe(cStat);
});

test.each([
  [455, '<cOrgaoAutor>35', '<cOrgaoAutor>31'],
  [493, '<tpAutor>1', '<tpAutor>2'],
  [493, 'EPEC<', 'Epec<'],
  [229, '<IE>110042490114', '<IE>00'],
  [209, '<IE>110042490114', '<IE>110042490115'],
  [237, '52998224725', '52998224726'],
  [208, '<CPF>52998224725</CPF>', '<CNPJ>11444777000162</CNPJ>'],
  [720, '<UF>SP', '<UF>EX'],
  [721, '<UF>SP</UF><CPF>52998224725</CPF>', '<UF>RJ</UF><idEstrangeiro>AB12345</idEstrangeiro>'],
  [792, '<UF>SP</UF><CPF>52998224725</CPF>', '<UF>EX</UF><idEstrangeiro>AB12345</idEstrangeiro><IE>110042490114</IE>'],
  [210, '</CPF>', '</CPF><IE>110042490115</IE>'],
  [628, '<vNF>100.00', '<vNF>500000000.01'],
  [417, '<vICMS>0.00', '<vICMS>500000000.01'],
  [418, '<vST>0.00', '<vST>500000000.01'],
] as const)('%i: %s instead of %s', async (cStat, from, to) => {
  expect(code(await announce(edited(notice(note()), [from, to])))).toBe(cStat);
});

test('a notice is sent on the day of the issue', async () => {
  const issued = (hours: number): Promise<Received> =>
    announce(edited(notice(note()), [/<dhEmi>[^<]+/, `<dhEmi>${brasilia(new Date(Date.now() + hours * hourMs))}`]));
  expect(code(await issued(0.2))).toBe(212);
  expect(code(await issued(0.05))).toBe(577);
  expect(code(await issued(-25))).toBe(228);
  const otherMonth = edited(notice(note({ issuedAt: new Date(Date.now() - 40 * 24 * hourMs) })), [
    /<dhEmi>[^<]+/,
    `<dhEmi>${brasilia(new Date())}`,
  ]);
  expect(code(await announce(otherMonth))).toBe(659);
});

test('Parana and Paraiba take none', async () => {
  const elsewhere = note({
    edits: [
      ['<cUF>35', '<cUF>41'],
      ['<IE>110042490114', '<IE>1234567850'],
    ],
  });
  expect(code(await announce(notice(elsewhere)))).toBe(121);
});

test('a note in this contingency without a notice, or another one on its number, is refused', async () => {
  expect(code(await transmit(note()))).toBe(468);
  const announced = note();
  await announce(notice(announced));
  const other = announcedNote(certificate, { number, cNF: '58293746', issuedAt: new Date() });
  const refused = await transmit(other);
  expect(code(refused)).toBe(691);
  expect(all(refused.body, 'xMotivo').at(-1)).toContain(`[Chave EPEC:${announced.chNFe}]`);
  expect(code(await transmit(signedNote(certificate, { number })))).toBe(692);
});

test.each([
  ['vNF', '<vNF>100.00', '<vNF>100.01'],
  ['vICMS', '<vICMS>0.00', '<vICMS>1.00'],
  ['vST', '<vST>0.00', '<vST>1.00'],
  ['tpNF', '<tpNF>1', '<tpNF>0'],
  ['CPF', '52998224725', '11144477735'],
  ['UF', '<UF>SP', '<UF>RJ'],
  ['IE', '</CPF>', '</CPF><IE>110042490114</IE>'],
])('467: %s differs between note and notice', async (tag, from, to) => {
  const announced = note();
  expect(code(await announce(edited(notice(announced), [from, to])))).toBe(136);
  const refused = await transmit(announced);
  expect(code(refused)).toBe(467);
  expect(all(refused.body, 'xMotivo').at(-1)).toBe(`Rejeicao: Dados da NF-e divergentes do EPEC [tag:${tag}]`);
});

test('the same instant in another offset differs', async () => {
  const announced = note();
  const written = /<dhEmi>([^<]+)/.exec(notice(announced).detail)?.[1] ?? '';
  const inUtc = `${new Date(written).toISOString().slice(0, 19)}-00:00`;
  await announce(edited(notice(announced), [written, inUtc]));
  expect(all((await transmit(announced)).body, 'xMotivo').at(-1)).toContain('[tag:dhEmi]');
});

test('who lets a notice wait for 168 hours is blocked until its note follows', async () => {
  const taxId = '11444777000161';
  const own = await started.simulator.issueCertificate({ taxId });
  const first = announcedNote(own, { number: 1, issuedAt: new Date() });
  expect(code(await sendEvent(started, own, notice(first)))).toBe(136);
  await ahead(169);
  const laterAt = new Date(Date.now() + 169 * hourMs);
  const second = notice(announcedNote(own, { number: 2, issuedAt: laterAt }));
  const blocked = await sendEvent(started, own, { ...second, at: laterAt });
  expect(code(blocked)).toBe(142);
  expect(all(blocked.body, 'chNFePend')).toEqual([first.chNFe]);
  const { json } = await control(started.simulator, 'GET', `/epec/${taxId}`);
  expect(json).toMatchObject({ blocked: true, pending: [{ chNFe: first.chNFe, environment: 2 }] });

  const message = lot([first]);
  const transmitted = await send(started.simulator, { service: 'NfeAutorizacao', message, certificate: own });
  expect(code(transmitted)).toBe(150);
  expect(code(await sendEvent(started, own, { ...second, at: laterAt }))).toBe(136);
});

test('the state blocks an issuer, and releases what waits', async () => {
  const taxId = '45723174000110';
  const own = await started.simulator.issueCertificate({ taxId });
  await control(started.simulator, 'PUT', `/epec/${taxId}`, { blocked: true });
  const one = (number: number, issuedAt = new Date()): ReturnType<typeof notice> & { at: Date } => ({
    ...notice(announcedNote(own, { number, issuedAt })),
    at: issuedAt,
  });
  expect(code(await sendEvent(started, own, one(1)))).toBe(142);
  await control(started.simulator, 'PUT', `/epec/${taxId}`, { blocked: false });
  expect(code(await sendEvent(started, own, one(1)))).toBe(136);
  await ahead(169);
  const later = new Date(Date.now() + 169 * hourMs);
  expect(code(await sendEvent(started, own, one(2, later)))).toBe(142);
  const { json } = await control(started.simulator, 'PUT', `/epec/${taxId}`, { blocked: false });
  expect(json).toEqual({ blocked: false, pending: [] });
  expect(code(await sendEvent(started, own, one(2, later)))).toBe(136);
  expect((await control(started.simulator, 'PUT', '/epec/123', { blocked: true })).status).toBe(400);
});

test('notices and what they hold survive a restart', async () => {
  const announced = note();
  await announce(notice(announced));
  await started.restart();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
  expect(code(await announce(notice(announced)))).toBe(573);
  expect(code(await transmit(announced))).toBe(100);
});
