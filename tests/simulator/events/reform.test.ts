import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { all, code, send } from '../support/client.ts';
import type { Authorized } from '../support/events.ts';
import { authorize, nationalUrl, sendEvent, stateUrl } from '../support/events.ts';
import { normalRegime } from '../support/normal-regime.ts';
import { checkDigit } from '../support/note.ts';
import { asset, payment, presumedCredit, reformEvent, withdrawal } from '../support/reform-events.ts';
import { cancellation, consultation, type EventOptions } from '../support/requests.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

const buyerTaxId = '11444777000161';

let started: Started;
let seller: A1Certificate;
let buyer: A1Certificate;
let number = 0;

beforeAll(async () => {
  started = await start();
  seller = await started.simulator.issueCertificate({ taxId: '11222333000181' });
  buyer = await started.simulator.issueCertificate({ taxId: buyerTaxId });
});
afterAll(() => started.stop());

/** A note of the normal regime with one item: IBS 0.08, CBS 0.74, 4 KG. */
function note(): Promise<Authorized> {
  number += 1;
  const edits = [...normalRegime, ['<dest><CPF>52998224725</CPF>', `<dest><CNPJ>${buyerTaxId}</CNPJ>`]] as const;
  return authorize(started, seller, number, { edits });
}

/** The key with other first digits, and the check digit that goes with them. */
function rekeyed(chNFe: string, change: (first43: string) => string): string {
  const first43 = change(chNFe.slice(0, 43));
  return first43 + checkDigit(first43);
}

async function answer(certificate: A1Certificate, event: EventOptions & { url?: string }): Promise<number> {
  return code(await sendEvent(started, certificate, event));
}

test('SVRS registers what issuer and recipient say of a note of another authorizer, who tells both', async () => {
  const { chNFe } = await note();
  const answered = await sendEvent(started, seller, payment(chNFe));
  expect(all(answered.body, 'cStat')).toEqual(['128', '135']);
  expect(all(answered.body, 'cOrgao')).toEqual(['92', '92']);
  expect(await answer(buyer, asset(chNFe))).toBe(135);
  expect(await answer(buyer, asset(chNFe))).toBe(573);
  expect(await answer(buyer, asset(chNFe, 2))).toBe(135);
  const message = consultation(chNFe);
  const found = await send(started.simulator, { service: 'NfeConsultaProtocolo', message, certificate: seller });
  expect([...new Set(all(found.body, 'tpEvento'))]).toEqual(['112110', '211130']);
});

test('it is for SVRS, under its own number, and of a note of model 55', async () => {
  const { chNFe } = await note();
  expect(await answer(seller, { ...payment(chNFe), url: stateUrl })).toBe(491);
  expect(await answer(seller, { ...payment(chNFe), url: nationalUrl })).toBe(491);
  expect(await answer(seller, { ...payment(chNFe), cOrgao: '35' })).toBe(250);
  expect(
    await answer(seller, payment(rekeyed(chNFe, (first43) => `${first43.slice(0, 20)}65${first43.slice(22)}`))),
  ).toBe(450);
  const credit = presumedCredit(rekeyed(chNFe, (first43) => `${first43.slice(0, 20)}65${first43.slice(22)}`));
  expect(await answer(buyer, credit)).toBe(1049);
});

test('each says what is his to say', async () => {
  const { chNFe } = await note();
  expect(await answer(buyer, payment(chNFe))).toBe(574);
  expect(await answer(seller, asset(chNFe))).toBe(575);
  expect(await answer(seller, presumedCredit(chNFe, { author: '2' }))).toBe(575);
  expect(await answer(buyer, presumedCredit(chNFe, { author: '1' }))).toBe(574);
  expect(await answer(seller, presumedCredit(chNFe, { author: '1' }))).toBe(135);
});

test.each([
  ['another description', /Imobilização/, 'Imobilizacao'],
  ['an author that the event has not', '<tpAutor>2', '<tpAutor>1'],
  ['no author', '<tpAutor>2</tpAutor>', ''],
  ['three decimals', '<vIBS>0.08', '<vIBS>0.080'],
  ['a group without the stock', /<gControleEstoque>.*<\/gControleEstoque>/, ''],
  ['an item without number', ' nItem="1"', ''],
  ['an item twice', /(<gImobilizacao.*<\/gImobilizacao>)/, '$1$1'],
  ['a field that is not of the layout', '</gImobilizacao>', '<vIS>0.00</vIS></gImobilizacao>'],
  ['no item', /<gImobilizacao.*<\/gImobilizacao>/, ''],
] as const)('the layout refuses %s', async (_what, from, to) => {
  const { chNFe } = await note();
  const event = asset(chNFe);
  expect(event.detail).not.toBe(event.detail.replace(from, to));
  expect(await answer(buyer, { ...event, detail: event.detail.replace(from, to) })).toBe(493);
});

test('no more than the item of the note has becomes a fixed asset', async () => {
  const { chNFe } = await note();
  expect(await answer(buyer, asset(chNFe, 1, { nItem: 2 }))).toBe(1096);
  expect(await answer(buyer, asset(chNFe, 1, { vIBS: '0.09' }))).toBe(1097);
  expect(await answer(buyer, asset(chNFe, 1, { vCBS: '0.75' }))).toBe(1098);
  expect(await answer(buyer, asset(chNFe, 1, { quantity: '4.0001' }))).toBe(1100);
  expect(await answer(buyer, asset(chNFe, 1, { quantity: '4000.0000', unit: 'G' }))).toBe(135);
});

test('fuel and credits by activity are limited in the same way', async () => {
  const { chNFe } = await note();
  const fuel = (quantity: string) =>
    reformEvent(chNFe, {
      ...{ tpEvento: '211140', description: 'Solicitação de Apropriação de Crédito de Combustível' },
      content:
        '<gConsumoComb nItem="1"><vIBS>0.08</vIBS><vCBS>0.74</vCBS><gControleEstoque>' +
        `<qComb>${quantity}</qComb><uComb>KG</uComb></gControleEstoque></gConsumoComb>`,
    });
  expect(await answer(buyer, fuel('4.0001'))).toBe(1101);
  expect(await answer(buyer, fuel('4.0000'))).toBe(135);
  const credit = (vCredCBS: string) =>
    reformEvent(chNFe, {
      tpEvento: '211150',
      description: 'Solicitação de Apropriação de Crédito para bens e serviços que dependem de atividade do adquirente',
      content: `<gCredito nItem="1"><vCredIBS>0.08</vCredIBS><vCredCBS>${vCredCBS}</vCredCBS></gCredito>`,
    });
  expect(await answer(buyer, credit('0.75'))).toBe(1098);
  expect(await answer(buyer, credit('0.74'))).toBe(135);
});

test('a presumed credit is one of the table, of the taxes that it has', async () => {
  const { chNFe } = await note();
  expect(await answer(buyer, presumedCredit(chNFe, { code: '14' }))).toBe(1055);
  expect(await answer(buyer, presumedCredit(chNFe, { code: '05' }))).toBe(1053);
  expect(await answer(buyer, presumedCredit(chNFe, { code: '01', shares: ['CBS'] }))).toBe(1054);
  expect(await answer(buyer, presumedCredit(chNFe, { code: '08' }))).toBe(1050);
  expect(await answer(buyer, presumedCredit(chNFe, { code: '01', shares: ['IBS'] }))).toBe(1058);
  expect(await answer(buyer, presumedCredit(chNFe, { code: '08', shares: ['IBS'] }))).toBe(135);
});

test('an event is taken back once, by its author, with its sequence and protocol', async () => {
  const { chNFe } = await note();
  const registered = await sendEvent(started, buyer, asset(chNFe));
  const [nProt = ''] = all(registered.body, 'nProt');
  expect(await answer(buyer, withdrawal(chNFe, '211140', nProt))).toBe(459);
  expect(await answer(buyer, withdrawal(chNFe, '211130', nProt, { nSeqEvento: 2 }))).toBe(459);
  expect(await answer(seller, withdrawal(chNFe, '211130', nProt))).toBe(1113);
  expect(await answer(buyer, withdrawal(chNFe, '211130', nProt, { organ: '41' }))).toBe(1178);
  expect(await answer(buyer, withdrawal(chNFe, '211130', '135260000000000'))).toBe(460);
  expect(await answer(buyer, withdrawal(chNFe, '110001', nProt))).toBe(493);
  expect(await answer(buyer, withdrawal(chNFe, '211130', nProt))).toBe(135);
  expect(await answer(buyer, withdrawal(chNFe, '211130', nProt))).toBe(573);
});

test('withdrawals of one sequence have one Id, whatever they take back', async () => {
  const { chNFe } = await note();
  const protocols: string[] = [];
  for (const [certificate, event] of [
    [seller, payment(chNFe)],
    [buyer, asset(chNFe)],
  ] as const) {
    protocols.push(all((await sendEvent(started, certificate, event)).body, 'nProt')[0] ?? '');
  }
  expect(await answer(seller, withdrawal(chNFe, '112110', protocols[0]!))).toBe(135);
  expect(await answer(buyer, withdrawal(chNFe, '211130', protocols[1]!))).toBe(573);
});

test('of a note that is cancelled, or that nobody has, nothing is said', async () => {
  const target = await note();
  await send(started.simulator, {
    service: 'RecepcaoEvento',
    message: cancellation(seller, target),
    certificate: seller,
  });
  expect(await answer(buyer, asset(target.chNFe))).toBe(580);
  const unknown = rekeyed(target.chNFe, (first43) => `${first43.slice(0, 25)}000099999${first43.slice(34)}`);
  expect(await answer(seller, payment(unknown))).toBe(494);
});
