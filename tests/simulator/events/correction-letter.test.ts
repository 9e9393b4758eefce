import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { all, code, send } from '../support/client.ts';
import { control } from '../support/control.ts';
import type { Authorized } from '../support/events.ts';
import { authorize, correction, nationalUrl, sendEvent } from '../support/events.ts';
import { cancellation, consultation } from '../support/requests.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

let started: Started;
let certificate: A1Certificate;
let number = 0;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
});
afterAll(() => started.stop());

function note(): Promise<Authorized> {
  number += 1;
  return authorize(started, certificate, number);
}

async function corrected(...[chNFe, sequence, text]: Parameters<typeof correction>): Promise<number> {
  return code(await sendEvent(started, certificate, correction(chNFe, sequence, text)));
}

test('a note is corrected twenty times, each under a sequence of its own', async () => {
  const { chNFe } = await note();
  const answer = await sendEvent(started, certificate, correction(chNFe, 1));
  expect(all(answer.body, 'cStat')).toEqual(['128', '135']);
  expect(all(answer.body, 'xEvento')).toEqual(['Carta de Correcao registrada']);
  expect(all(answer.body, 'nProt')[0]).toMatch(/^135\d{12}$/);
  expect(await corrected(chNFe, 1)).toBe(573);
  for (let sequence = 2; sequence <= 20; sequence += 1) expect(await corrected(chNFe, sequence)).toBe(135);
  expect(await corrected(chNFe, 21)).toBe(594);
});

test('of the same correction sent ten times at once one is registered', async () => {
  const { chNFe } = await note();
  const codes = await Promise.all(Array.from({ length: 10 }, () => corrected(chNFe, 1)));
  expect(codes.sort()).toEqual([135, ...Array.from({ length: 9 }, () => 573)]);
});

test('a question for the key tells every correction, in order', async () => {
  const { chNFe } = await note();
  await corrected(chNFe, 1, 'Peso bruto correto: 12,5 quilos');
  await corrected(chNFe, 2, 'Peso bruto correto: 12,7 quilos');
  const found = await send(started.simulator, {
    service: 'NfeConsultaProtocolo',
    message: consultation(chNFe),
    certificate,
  });
  expect(all(found.body, 'cStat')).toEqual(['100', '100', '135', '135']);
  expect(all(found.body, 'xCorrecao')).toEqual(['Peso bruto correto: 12,5 quilos', 'Peso bruto correto: 12,7 quilos']);
});

test('the text and the conditions of use are those of the layout', async () => {
  const { chNFe } = await note();
  const answerTo = async (from: string | RegExp, to: string): Promise<number> =>
    code(await sendEvent(started, certificate, { ...correction(chNFe, 1), edits: [[from, to]] }));
  expect(await answerTo('Onde se le Rua A, leia-se Rua B', 'curto demais')).toBe(493);
  expect(await answerTo('Onde se le Rua A, leia-se Rua B', 'x'.repeat(1001))).toBe(493);
  expect(await answerTo('A Carta de Correcao e disciplinada', 'Esta Carta de Correcao e disciplinada')).toBe(493);
  expect(await answerTo('<nSeqEvento>1<', '<nSeqEvento>0<')).toBe(215);
  expect(await answerTo(/<detEvento versao="1.00">/, '<detEvento versao="2.00">')).toBe(493);
});

test('thirty days after its authorization a note is not corrected any more', async () => {
  const { chNFe } = await note();
  const later = new Date(Date.now() + 31 * 86_400_000);
  await control(started.simulator, 'PUT', '/clock', { now: later.toISOString() });
  const late = await sendEvent(started, certificate, { ...correction(chNFe, 1), at: later });
  expect(code(late)).toBe(596);
  expect(all(late.body, 'xMotivo')[1]).toBe('Rejeicao: Evento apresentado fora do prazo: [30 dias]');
  await control(started.simulator, 'DELETE', '/clock');
  expect(await corrected(chNFe, 1)).toBe(135);
});

test('only an authorized note is corrected, by its issuer, at its state', async () => {
  const { chNFe, nProt } = await note();
  const stranger = await started.simulator.issueCertificate({ taxId: '11444777000161' });
  expect(code(await sendEvent(started, stranger, correction(chNFe, 1)))).toBe(574);
  expect(code(await sendEvent(started, certificate, { ...correction(chNFe, 1), url: nationalUrl }))).toBe(491);

  const message = cancellation(certificate, { chNFe, nProt });
  expect(code(await send(started.simulator, { service: 'RecepcaoEvento', message, certificate }))).toBe(135);
  expect(await corrected(chNFe, 1)).toBe(580);
});
