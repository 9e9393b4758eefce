import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import { code, send } from '../support/client.ts';
import type { ConsumerNoteOptions } from '../support/consumer-note.ts';
import { consumerNote, consumerUrl } from '../support/consumer-note.ts';
import { control } from '../support/control.ts';
import { brasilia, lot, signedNote } from '../support/note.ts';
import { cancellation, consultation } from '../support/requests.ts';
import type { Edits, TestCompany } from '../support/test-company.ts';
import { applicant, today } from '../support/test-company.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const { model55 } = endpoints;

let company: TestCompany;
let number = 5000;

beforeAll(async () => {
  company = await applicant();
});
afterEach(async () => {
  await control(company.started.simulator, 'DELETE', '/state-options');
  await control(company.started.simulator, 'DELETE', '/services');
});
afterAll(() => company.started.stop());

const at = (ms: number): Date => new Date(today.getTime() + ms);

function justified(tpEmis: number, since: Date): Edits {
  return [
    ['<tpEmis>1', `<tpEmis>${tpEmis}`],
    ['</verProc>', `</verProc><dhCont>${brasilia(since)}</dhCont><xJust>Autorizadora sem resposta</xJust>`],
  ];
}

async function sold(options: ConsumerNoteOptions, url = consumerUrl): Promise<number> {
  number += 1;
  const note = consumerNote(company.certificate, { version: 3, number, issuedAt: today, ...options });
  const message = lot([note]);
  const { certificate } = company;
  return code(await send(company.started.simulator, { service: 'NfeAutorizacao', message, certificate, url }));
}

test('556, 557, 558 and 569: when a contingency began', async () => {
  expect(await company.answerTo(justified(1, today).slice(1))).toBe(556);
  expect(await company.answerTo([['<tpEmis>1', '<tpEmis>5']])).toBe(557);
  expect(await company.answerTo(justified(5, at(6 * 60_000)))).toBe(558);
  expect(await company.answerTo(justified(5, at(-31 * dayMs)))).toBe(569);
  expect(await company.answerTo(justified(5, at(-29 * dayMs)))).toBe(100);
  expect(await sold({ offline: true, edits: [[/<dhCont>[^<]+/, `<dhCont>${brasilia(at(-31 * dayMs))}`]] })).toBe(569);
});

test('150 and 228: an NF-e is late after a week, and after 30 days only a contingency is taken', async () => {
  expect(await company.answerTo([], { issuedAt: at(-6.9 * dayMs) })).toBe(100);
  expect(await company.answerTo([], { issuedAt: at(-7.1 * dayMs) })).toBe(150);
  const earlier = at(-31 * dayMs);
  expect(await company.answerTo([], { issuedAt: earlier })).toBe(228);
  expect(await company.answerTo(justified(5, earlier), { issuedAt: earlier })).toBe(150);
});

test('704 and 150: a sale has five minutes online, and 24 hours offline before it is late', async () => {
  expect(await sold({ issuedAt: at(-6 * 60_000) })).toBe(704);
  expect(await sold({ offline: true, issuedAt: at(-23 * hourMs) })).toBe(100);
  expect(await sold({ offline: true, issuedAt: at(-25 * hourMs) })).toBe(150);
  expect(await sold({ offline: true, issuedAt: at(-40 * dayMs) })).toBe(150);
});

test('704 and 711: an NF-e with the simplified DANFE of type 2 is sold as an NFC-e is', async () => {
  const simplified = ['<tpImp>1', '<tpImp>6'] as const;
  expect(await company.answerTo([simplified], { issuedAt: at(-6 * 60_000) })).toBe(704);
  expect(await company.answerTo(justified(9, today))).toBe(711);
});

test('712: a state may refuse sales that were made offline', async () => {
  expect(await sold({ offline: true })).toBe(100);
  await control(company.started.simulator, 'PUT', '/state-options', { offlineConsumerNotes: ['SP'] });
  expect(await sold({ offline: true })).toBe(712);
  expect(await sold({})).toBe(100);
});

test('714: a sale is not announced by EPEC, and the form of its QR code bars other contingencies', async () => {
  expect(await sold({ edits: justified(4, today) })).toBe(714);
  expect(await sold({ edits: justified(5, today) })).toBe(225);
});

test('570, 713 and 783: the contingency of a state takes its own NF-e alone', async () => {
  const { simulator } = company.started;
  await control(simulator, 'PUT', '/services/SVC-AN', { status: 'OPERATING' });
  const url = model55['SVC-AN'].homologation.NfeAutorizacao;
  const sent = async (edits: Edits): Promise<number> => {
    number += 1;
    const message = lot([signedNote(company.certificate, { number, edits, issuedAt: today })]);
    const { certificate } = company;
    return code(await send(simulator, { service: 'NfeAutorizacao', message, certificate, url }));
  };
  expect(await sent(justified(6, today))).toBe(100);
  expect(await sent([])).toBe(713);
  expect(await sent(justified(7, today))).toBe(570);
  expect(await company.answerTo(justified(6, today))).toBe(570);
  expect(await sold({}, url)).toBe(783);
});

test('a contingency that is off still answers about its own notes and cancels them, and knows no others', async () => {
  const { simulator } = company.started;
  const { certificate } = company;
  await control(simulator, 'PUT', '/services/SVC-AN', { status: 'OPERATING' });
  const { NfeAutorizacao, NfeConsultaProtocolo, RecepcaoEvento } = model55['SVC-AN'].homologation;
  number += 1;
  const own = signedNote(certificate, { number, edits: justified(6, today), issuedAt: today });
  const message = lot([own]);
  const { body } = await send(simulator, { service: 'NfeAutorizacao', message, certificate, url: NfeAutorizacao });
  const nProt = /<nProt>(\d+)/.exec(body)?.[1] ?? '';
  const other = await company.authorized(9001);
  await control(simulator, 'PUT', '/services/SVC-AN', { status: 'OFF' });

  const consulted = async (chNFe: string, url: string): Promise<number> => {
    const question = { service: 'NfeConsultaProtocolo', message: consultation(chNFe), certificate, url } as const;
    return Number(/<cStat>(\d+)/.exec((await send(simulator, question)).body)?.[1]);
  };
  expect(await consulted(own.chNFe, NfeConsultaProtocolo)).toBe(100);
  expect(await consulted(own.chNFe, model55.SP.homologation.NfeConsultaProtocolo)).toBe(100);
  expect(await consulted(other.chNFe, NfeConsultaProtocolo)).not.toBe(100);
  const cancelled = async (chNFe: string, protocol: string): Promise<number> => {
    const event = cancellation(certificate, { chNFe, nProt: protocol, at: today });
    return code(await send(simulator, { service: 'RecepcaoEvento', message: event, certificate, url: RecepcaoEvento }));
  };
  expect(await cancelled(other.chNFe, other.nProt)).toBe(494);
  expect(await cancelled(own.chNFe, nProt)).toBe(135);
});
