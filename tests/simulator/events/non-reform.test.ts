import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import {
  carrierAccess,
  failure,
  failureRemoval,
  reconciliation,
  reconciliationRemoval,
} from '../support/non-reform-events.ts';
import { all, code, send } from '../support/client.ts';
import { askFor } from '../support/distribution.ts';
import { type Authorized, authorize, nationalUrl, sendEvent, stateUrl } from '../support/events.ts';
import { cancellation, type EventOptions } from '../support/requests.ts';
import { start, type Started } from '../support/start.ts';

const buyerTaxId = '11444777000161';
const carrierTaxId = '45723174000110';
const hourMs = 3_600_000;

let started: Started;
let seller: A1Certificate;
let buyer: A1Certificate;
let carrier: A1Certificate;
let number = 0;

beforeAll(async () => {
  started = await start();
  const issue = (taxId: string) => started.simulator.issueCertificate({ taxId });
  seller = await issue('11222333000181');
  buyer = await issue(buyerTaxId);
  carrier = await issue(carrierTaxId);
});
afterAll(() => started.stop());

/** A note to the buyer; modFrete says who pays the freight. */
function note(modFrete = '0'): Promise<Authorized> {
  number += 1;
  const edits = [
    ['<dest><CPF>52998224725</CPF>', `<dest><CNPJ>${buyerTaxId}</CNPJ>`],
    ['<modFrete>9</modFrete>', `<modFrete>${modFrete}</modFrete>`],
  ] as const;
  return authorize(started, seller, number, { edits });
}

async function answer(certificate: A1Certificate, event: EventOptions & { url?: string }): Promise<number> {
  return code(await sendEvent(started, certificate, event));
}

async function protocolOf(event: EventOptions & { url?: string }): Promise<string> {
  return all((await sendEvent(started, seller, event)).body, 'nProt')[0] ?? '';
}

test('a carrier is let in at the national environment, once, by who may', async () => {
  const { chNFe } = await note('1');
  expect(await answer(seller, { ...carrierAccess(chNFe), url: stateUrl })).toBe(491);
  expect(await answer(seller, { ...carrierAccess(chNFe), cOrgao: '35' })).toBe(250);
  expect(await answer(buyer, carrierAccess(chNFe))).toBe(574);
  expect(await answer(seller, carrierAccess(chNFe, { author: '2' }))).toBe(575);
  expect(await answer(seller, carrierAccess(chNFe))).toBe(135);
  expect(await answer(seller, carrierAccess(chNFe))).toBe(573);
  expect(await answer(seller, carrierAccess(chNFe, { nSeqEvento: 2 }))).toBe(423);
  expect(await answer(buyer, carrierAccess(chNFe, { nSeqEvento: 2, author: '2', taxId: '52998224725' }))).toBe(135);
  expect(await answer(seller, carrierAccess(chNFe, { nSeqEvento: 21 }))).toBe(594);
});

test('a carrier is none of the two sides, has right check digits, and the buyer pays its freight', async () => {
  const { chNFe } = await note();
  const taken = (taxId: string) => answer(seller, carrierAccess(chNFe, { taxId }));
  expect(await taken('11222333000181')).toBe(421);
  expect(await taken(buyerTaxId)).toBe(422);
  expect(await taken('45723174000111')).toBe(323);
  expect(await taken('52998224726')).toBe(325);
  expect(await answer(buyer, carrierAccess(chNFe, { author: '2' }))).toBe(449);
  expect(await answer(seller, carrierAccess(chNFe, { organ: '41' }))).toBe(455);
});

test('whether it may let others in is said, and declared', async () => {
  const { chNFe } = await note();
  const said = (grant: '0' | '1' | null, hasConditions: boolean) =>
    answer(seller, carrierAccess(chNFe, { grant, hasConditions }));
  expect(await said(null, false)).toBe(827);
  expect(await said('1', false)).toBe(829);
  expect(await said('0', true)).toBe(830);
  expect(await said('1', true)).toBe(135);
});

test('a carrier lets others in where it was let in so itself', async () => {
  const { chNFe } = await note();
  const by = (nSeqEvento: number, grant: '0' | null = null) =>
    answer(carrier, carrierAccess(chNFe, { nSeqEvento, author: '3', taxId: '52998224725', grant }));
  expect(await by(1)).toBe(585);
  expect(await answer(seller, carrierAccess(chNFe, { grant: '0' }))).toBe(135);
  expect(await by(2)).toBe(831);
  const other = await note();
  expect(await answer(seller, carrierAccess(other.chNFe, { grant: '1' }))).toBe(135);
  const granted = carrierAccess(other.chNFe, { nSeqEvento: 2, author: '3', taxId: '52998224725', grant: null });
  expect(await answer(carrier, granted)).toBe(135);
  expect(await answer(carrier, carrierAccess(other.chNFe, { nSeqEvento: 3, author: '3', grant: '0' }))).toBe(828);
});

test('who was let in gets the note by the distribution, and asks for it by its key', async () => {
  const { chNFe } = await note();
  const ask = (more: object) => askFor(started.simulator, { taxId: carrierTaxId, certificate: carrier, ...more });
  expect((await ask({ chNFe })).cStat).toBe(640);
  expect(await answer(seller, carrierAccess(chNFe))).toBe(135);
  const last = (await ask({ after: 0 })).documents.at(-1);
  expect(last).toMatchObject({ schema: 'procNFe_v4.00.xsd', xml: expect.stringContaining(chNFe) });
  expect((await ask({ chNFe })).cStat).toBe(138);
});

test('a failed delivery is registered at SVRS, one at a time, and bars the cancellation', async () => {
  const target = await note();
  const { chNFe } = target;
  expect(await answer(seller, { ...failure(chNFe), url: nationalUrl })).toBe(491);
  expect(await answer(buyer, failure(chNFe))).toBe(574);
  expect(await answer(seller, failure(chNFe, 1, { organ: '41' }))).toBe(455);
  const soon = new Date(Date.now() + hourMs);
  const before = new Date(Date.now() - 30 * 24 * hourMs);
  expect(await answer(seller, failure(chNFe, 1, { triedAt: soon, hashedAt: new Date() }))).toBe(821);
  expect(await answer(seller, failure(chNFe, 1, { hashedAt: soon }))).toBe(822);
  expect(await answer(seller, failure(chNFe, 1, { triedAt: before, hashedAt: new Date() }))).toBe(823);
  expect(await answer(seller, failure(chNFe, 1, { hashedAt: before }))).toBe(824);
  const nProt = await protocolOf(failure(chNFe));
  expect(await answer(seller, failure(chNFe, 2))).toBe(825);
  const cancel = async () => {
    const message = cancellation(seller, target);
    return code(await send(started.simulator, { service: 'RecepcaoEvento', message, certificate: seller }));
  };
  expect(await cancel()).toBe(826);
  expect(await answer(seller, failureRemoval(chNFe, nProt, 2))).toBe(459);
  expect(await answer(seller, failureRemoval(chNFe, '135260000000000'))).toBe(460);
  expect(await answer(seller, failureRemoval(chNFe, nProt))).toBe(135);
  expect(await answer(seller, failureRemoval(chNFe, nProt))).toBe(573);
  expect(await answer(seller, failure(chNFe, 2))).toBe(135);
});

test('payments are reconciled at SVRS and taken back', async () => {
  const { chNFe } = await note();
  const wrong = '11222333000182';
  expect(await answer(buyer, reconciliation(chNFe))).toBe(574);
  expect(await answer(seller, reconciliation(chNFe, 1, '', '2099-01-01'))).toBe(657);
  expect(await answer(seller, reconciliation(chNFe, 1, `<CNPJPag>${wrong}</CNPJPag><UFPag>SP</UFPag>`))).toBe(961);
  expect(await answer(seller, reconciliation(chNFe, 1, `<CNPJIF>${wrong}</CNPJIF>`))).toBe(437);
  expect(await answer(seller, reconciliation(chNFe, 1, `<CNPJReceb>${wrong}</CNPJReceb><UFReceb>SP</UFReceb>`))).toBe(
    208,
  );
  const nProt = await protocolOf(reconciliation(chNFe));
  expect(await answer(seller, reconciliation(chNFe, 2))).toBe(135);
  expect(await answer(seller, reconciliationRemoval(chNFe, nProt, 3))).toBe(459);
  expect(await answer(seller, reconciliationRemoval(chNFe, nProt, 2))).toBe(460);
  expect(await answer(seller, reconciliationRemoval(chNFe, nProt))).toBe(135);
});

test.each([
  ['a payment without day', reconciliation, /<dPag>[^<]*<\/dPag>/, ''],
  [
    'a CNPJ of an establishment without its state',
    reconciliation,
    '</detPag>',
    '<CNPJPag>11222333000181</CNPJPag></detPag>',
  ],
  ['a state of its author that ECONF has not', reconciliation, '<verAplic>', '<cOrgaoAutor>35</cOrgaoAutor><verAplic>'],
  ['a carrier of two numbers', carrierAccess, '</autXML>', '<CPF>52998224725</CPF></autXML>'],
  ['other conditions of use', carrierAccess, '</tpAutorizacao>', '</tpAutorizacao><xCondUso>Pode</xCondUso>'],
  ['a fifth reason', failure, '<tpMotivo>1', '<tpMotivo>5'],
  ['a hash that is none', failure, 'qUqP5cyxm6YcTAhz05Hph5gvu9M=', 'qUqP5c'],
] as const)('the layout refuses %s', async (_what, make, from, to) => {
  const { chNFe } = await note();
  const event = make(chNFe);
  expect(event.detail).not.toBe(event.detail.replace(from, to));
  expect(await answer(seller, { ...event, detail: event.detail.replace(from, to) })).toBe(493);
});
