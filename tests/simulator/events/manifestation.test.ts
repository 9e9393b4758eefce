import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { all, code, send } from '../support/client.ts';
import { load, setClock } from '../support/distribution.ts';
import { authorize, manifestation, sendEvent } from '../support/events.ts';
import { cancellation, consultation } from '../support/requests.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

const buyerTaxId = '11444777000161';
const dayMs = 86_400_000;

let started: Started;
let issuer: A1Certificate;
let buyer: A1Certificate;

beforeAll(async () => {
  started = await start();
  const notAfter = new Date(Date.now() + 365 * dayMs).toISOString();
  issuer = await started.simulator.issueCertificate({ taxId: '11222333000181', notAfter });
  buyer = await started.simulator.issueCertificate({ taxId: buyerTaxId, notAfter });
});
afterAll(() => started.stop());

async function note(): Promise<string> {
  const [chNFe = ''] = await load(started.simulator, {
    issuer: { taxId: issuer.taxId },
    recipient: { taxId: buyerTaxId },
  });
  return chNFe;
}
type Type = Parameters<typeof manifestation>[1];
async function said(chNFe: string, type: Type, sequence = 1, certificate = buyer): Promise<number> {
  return code(await sendEvent(started, certificate, manifestation(chNFe, type, sequence)));
}

test('the recipient alone says what became of an operation, and once in each sequence', async () => {
  const chNFe = await note();
  expect(await said(chNFe, '210210', 1, issuer)).toBe(575);
  const answer = await sendEvent(started, buyer, manifestation(chNFe, '210210'));
  expect(all(answer.body, 'cStat')).toEqual(['128', '135']);
  expect(all(answer.body, 'nProt')[0]).toMatch(/^891\d{12}$/);
  expect(await said(chNFe, '210210')).toBe(573);
  expect(await said(chNFe, '210200', 3)).toBe(594);
});

test('two conclusions are taken, no third one, and no awareness after them', async () => {
  const chNFe = await note();
  expect(await said(chNFe, '210200')).toBe(135);
  expect(await said(chNFe, '210210')).toBe(655);
  expect(await said(chNFe, '210220')).toBe(135);
  expect(await said(chNFe, '210200', 2)).toBe(573);
});

test('a cancelled note can neither be known of nor be disowned', async () => {
  const edits = [['<dest><CPF>52998224725</CPF>', `<dest><CNPJ>${buyerTaxId}</CNPJ>`]] as [string, string][];
  const target = await authorize(started, issuer, 900, { edits });
  const message = cancellation(issuer, target);
  await send(started.simulator, { service: 'RecepcaoEvento', message, certificate: issuer });
  expect(await said(target.chNFe, '210210')).toBe(650);
  expect(await said(target.chNFe, '210220')).toBe(651);
});

test('awareness has ten days, a conclusion ninety', async () => {
  const chNFe = await note();
  const issued = Date.now();
  await setClock(started.simulator, new Date(issued + 11 * dayMs));
  const late = await sendEvent(started, buyer, {
    ...manifestation(chNFe, '210210'),
    at: new Date(issued + 11 * dayMs),
  });
  expect(code(late)).toBe(596);
  expect(all(late.body, 'xMotivo').at(-1)).toContain('[10 dias]');
  expect(await said(chNFe, '210200')).toBe(135);
  await setClock(started.simulator, new Date(issued + 91 * dayMs));
  expect(await said(chNFe, '210220')).toBe(596);
  await setClock(started.simulator, new Date());
});

test('the state tells the manifestations of a note', async () => {
  const chNFe = await note();
  await said(chNFe, '210200');
  const found = await send(started.simulator, {
    service: 'NfeConsultaProtocolo',
    message: consultation(chNFe),
    certificate: buyer,
  });
  expect(all(found.body, 'tpEvento')).toEqual(['210200', '210200']);
});
