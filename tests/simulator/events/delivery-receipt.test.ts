import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { all, code, send } from '../support/client.ts';
import type { Authorized } from '../support/events.ts';
import { authorize, receipt, receiptRemoval, sendEvent, stateUrl } from '../support/events.ts';
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

async function cancelled(target: Authorized): Promise<number> {
  const message = cancellation(certificate, target);
  return code(await send(started.simulator, { service: 'RecepcaoEvento', message, certificate }));
}

test('a receipt is registered at the national environment and known to the state afterwards', async () => {
  const { chNFe } = await note();
  const answer = await sendEvent(started, certificate, receipt(chNFe));
  expect(all(answer.body, 'cStat')).toEqual(['128', '135']);
  expect(all(answer.body, 'cOrgao')).toEqual(['91', '91']);
  expect(all(answer.body, 'nProt')[0]).toMatch(/^891\d{12}$/);
  const found = await send(started.simulator, {
    service: 'NfeConsultaProtocolo',
    message: consultation(chNFe),
    certificate,
  });
  expect(all(found.body, 'tpEvento')).toEqual(['110130', '110130']);
});

test('while a receipt stands there is no second one and no cancellation; removed, there are both', async () => {
  const target = await note();
  const { chNFe } = target;
  const registered = await sendEvent(started, certificate, receipt(chNFe));
  const [nProt = ''] = all(registered.body, 'nProt');
  expect(code(await sendEvent(started, certificate, receipt(chNFe)))).toBe(573);
  expect(code(await sendEvent(started, certificate, receipt(chNFe, 2)))).toBe(825);
  expect(await cancelled(target)).toBe(826);

  expect(code(await sendEvent(started, certificate, receiptRemoval(chNFe, '891260000000000')))).toBe(460);
  expect(code(await sendEvent(started, certificate, receiptRemoval(chNFe, nProt, 2)))).toBe(459);
  expect(code(await sendEvent(started, certificate, receiptRemoval(chNFe, nProt)))).toBe(135);
  expect(code(await sendEvent(started, certificate, receiptRemoval(chNFe, nProt)))).toBe(573);

  expect(code(await sendEvent(started, certificate, receipt(chNFe, 2)))).toBe(135);
  expect(await cancelled(target)).toBe(826);
});

test('a note whose receipt was removed is cancelled', async () => {
  const target = await note();
  const registered = await sendEvent(started, certificate, receipt(target.chNFe));
  await sendEvent(started, certificate, receiptRemoval(target.chNFe, all(registered.body, 'nProt')[0] ?? ''));
  expect(await cancelled(target)).toBe(135);
  expect(code(await sendEvent(started, certificate, receipt(target.chNFe, 2)))).toBe(580);
});

test('sequences go up to 99', async () => {
  const { chNFe } = await note();
  expect(code(await sendEvent(started, certificate, receipt(chNFe, 99)))).toBe(135);
});

test('nothing was delivered after the event, nor before the note', async () => {
  const { chNFe } = await note();
  const hour = 3_600_000;
  const delivered = async (fromNow: number, hashFromNow = fromNow): Promise<number> =>
    code(
      await sendEvent(
        started,
        certificate,
        receipt(chNFe, 1, {
          deliveredAt: new Date(Date.now() + fromNow),
          hashedAt: new Date(Date.now() + hashFromNow),
        }),
      ),
    );
  expect(await delivered(hour)).toBe(821);
  expect(await delivered(0, hour)).toBe(822);
  expect(await delivered(-hour)).toBe(823);
  expect(await delivered(0, -hour)).toBe(824);
});

test('a receipt is for the national environment, of the author, with a hash of the form that is asked for', async () => {
  const { chNFe } = await note();
  const answerTo = async (from: string | RegExp, to: string): Promise<number> =>
    code(await sendEvent(started, certificate, { ...receipt(chNFe), edits: [[from, to]] }));
  expect(await answerTo('qUqP5cyxm6YcTAhz05Hph5gvu9M=', 'qUqP5cyxm6YcTAhz05Hph5gvu9M')).toBe(493);
  expect(await answerTo('qUqP5cyxm6YcTAhz05Hph5gvu9M=', 'qUqP5cyxm6YcTAhz05Hph5gvu9MAAAA=')).toBe(493);
  expect(await answerTo('<cOrgao>91', '<cOrgao>35')).toBe(250);
  expect(await answerTo('<cOrgaoAutor>35', '<cOrgaoAutor>41')).toBe(455);
  expect(code(await sendEvent(started, certificate, { ...receipt(chNFe), url: stateUrl }))).toBe(491);
  const stranger = await started.simulator.issueCertificate({ taxId: '11444777000161' });
  expect(code(await sendEvent(started, stranger, receipt(chNFe)))).toBe(574);
});
