import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { code, send } from '../support/client.ts';
import { control } from '../support/control.ts';
import { askFor } from '../support/distribution.ts';
import { authorize, correction, manifestation, sendEvent } from '../support/events.ts';
import type { Authorized } from '../support/events.ts';
import { asset } from '../support/reform-events.ts';
import { cancellation } from '../support/requests.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

const parties = {
  issuer: '11222333000181',
  recipient: '11444777000161',
  carrier: '45723174000110',
  accountant: '52998224725',
} as const;
type Party = keyof typeof parties;

let started: Started;
let issuer: A1Certificate;
let recipient: A1Certificate;
let number = 0;

beforeAll(async () => {
  started = await start();
  issuer = await started.simulator.issueCertificate({ taxId: parties.issuer });
  recipient = await started.simulator.issueCertificate({ taxId: parties.recipient });
});
afterAll(() => started.stop());

/** An authorized note of the issuer that names all parties. */
function note(): Promise<Authorized> {
  number += 1;
  return authorize(started, issuer, number, {
    edits: [
      ['<dest><CPF>52998224725</CPF>', `<dest><CNPJ>${parties.recipient}</CNPJ>`],
      ['</dest>', `</dest><autXML><CPF>${parties.accountant}</CPF></autXML>`],
      [
        '<transp><modFrete>9</modFrete></transp>',
        `<transp><modFrete>0</modFrete><transporta><CNPJ>${parties.carrier}</CNPJ><xNome>Rodo</xNome></transporta></transp>`,
      ],
    ],
  });
}

type QueueEntry = { kind: string; tpEvento?: string; chNFe: string };

/** The entries about a note in a party's queue: kinds, and types of events. */
async function queue(party: Party, { chNFe }: Authorized): Promise<string[]> {
  const { json } = await control(started.simulator, 'GET', `/distribution?taxId=${parties[party]}`);
  return (json as QueueEntry[]).filter((one) => one.chNFe === chNFe).map(({ kind, tpEvento }) => tpEvento ?? kind);
}
async function queues(about: Authorized): Promise<Record<string, string[]>> {
  const all = await Promise.all(Object.keys(parties).map((party) => queue(party as Party, about)));
  return Object.fromEntries(Object.keys(parties).map((party, index) => [party, all[index] ?? []]));
}
async function manifest({ chNFe }: Authorized, type: Parameters<typeof manifestation>[1]): Promise<void> {
  expect(code(await sendEvent(started, recipient, manifestation(chNFe, type)))).toBe(135);
}
async function cancel(target: Authorized): Promise<void> {
  const message = cancellation(issuer, target);
  expect(code(await send(started.simulator, { service: 'RecepcaoEvento', message, certificate: issuer }))).toBe(135);
}

test('a note goes to its recipient as a summary, whole to carrier and third persons, and not to its issuer', async () => {
  expect(await queues(await note())).toEqual({
    issuer: [],
    recipient: ['summary'],
    carrier: ['note'],
    accountant: ['note'],
  });
});

test('what a recipient says of the reform goes to issuer and third persons, frees no note, and does not come back to him', async () => {
  const target = await note();
  const event = asset(target.chNFe, 1, { vIBS: '0.00', vCBS: '0.00' });
  expect(code(await sendEvent(started, recipient, event))).toBe(135);
  await manifest(target, '210210');
  expect(await queues(target)).toEqual({
    issuer: ['211130', '210210'],
    recipient: ['summary', 'note'],
    carrier: ['note'],
    accountant: ['note', '211130', '210210'],
  });
});

test.each(['210210', '210200'] as const)(
  '%s frees the note for its recipient once, and is told to the others',
  async (type) => {
    const about = await note();
    await manifest(about, type);
    if (type === '210210') await manifest(about, '210200');
    const events = type === '210210' ? ['210210', '210200'] : ['210200'];
    expect(await queues(about)).toEqual({
      issuer: events,
      recipient: ['summary', 'note'],
      carrier: ['note'],
      accountant: ['note', ...events],
    });
  },
);

test('who does not know the operation does not get the note', async () => {
  const about = await note();
  await manifest(about, '210220');
  expect(await queue('recipient', about)).toEqual(['summary']);
});

test('events of the issuer go to all who have the note; of one with a summary, only the cancellation', async () => {
  const about = await note();
  expect(code(await sendEvent(started, issuer, correction(about.chNFe, 1)))).toBe(135);
  expect(await queue('recipient', about)).toEqual(['summary']);
  expect(await queue('carrier', about)).toEqual(['note', '110110']);
  await cancel(about);
  expect(await queues(about)).toEqual({
    issuer: [],
    recipient: ['summary', '110111'],
    carrier: ['note', '110110', '110111'],
    accountant: ['note', '110110', '110111'],
  });
});

test('a letter that came before the awareness comes after the note', async () => {
  const about = await note();
  await sendEvent(started, issuer, correction(about.chNFe, 1));
  await manifest(about, '210210');
  expect(await queue('recipient', about)).toEqual(['summary', 'note', '110110']);
  await sendEvent(started, issuer, correction(about.chNFe, 2, 'Onde se le Rua B, leia-se Rua C'));
  expect(await queue('recipient', about)).toEqual(['summary', 'note', '110110', '110110']);
});

test('the summary of a cancelled note says so', async () => {
  const about = await note();
  await cancel(about);
  const { json } = await control(started.simulator, 'GET', `/distribution?taxId=${parties.recipient}`);
  const nsu = (json as (QueueEntry & { nsu: number })[]).find((one) => one.chNFe === about.chNFe)?.nsu ?? 0;
  const { documents } = await askFor(started.simulator, { taxId: parties.recipient, certificate: recipient, at: nsu });
  expect(documents[0]?.xml).toContain('<cSitNFe>3</cSitNFe>');
});

test('a restart changes no queue and no document', async () => {
  const about = await note();
  await manifest(about, '210210');
  const all = async (): Promise<unknown> => {
    const queue = await control(started.simulator, 'GET', `/distribution?taxId=${parties.recipient}`);
    const certificate = recipient;
    return [
      queue.json,
      (await askFor(started.simulator, { taxId: parties.recipient, certificate, after: 0 })).documents,
    ];
  };
  await control(started.simulator, 'DELETE', '/distribution/wait');
  const before = await all();
  await started.restart();
  expect(await all()).toEqual(before);
});
