import { expect } from 'vitest';
import { manifestations } from '../../domain/received/kinds.ts';
import { codeOf } from '../../domain/received/manifestations.ts';
import { demoClient } from '../../local/demo/companies.ts';
import { demoService } from '../../local/demo/sales.ts';
import { until } from '../support/checks/until.ts';
import type { Answer, Erp, Sold } from '../support/clients/erp.ts';
import { receivedNote } from '../support/rows/received.ts';
import type { Deployment } from '../support/servers/deployment.ts';
import { documents } from './evidence.ts';

/** `documentId` is the id of our own document, or of the received one. */
export type EventSubject = { documentId: string; accessKey: string; code: string; sequence: number };
export type RangeSubject = { series: number; first: number; last: number };
/** The subject of a registration at the authority: an event of a note, or a range of numbers. */
export type Subject = EventSubject | RangeSubject;

/** A request of an ERP that waits for its answer. */
export type RegistrationRequest = {
  /** The ERP that asks, if not the one of the deployment's own company. */
  erp?: Erp;
  method: 'POST' | 'DELETE';
  path: string;
  body?: object;
  subject: Subject;
  /** Whether an answer says that the request is done, now or earlier. */
  isDone(answer: Answer): boolean;
};

/** A note that was issued. */
export type Note = { id: string; accessKey: string };

const correctedNotes = 7;
const proof = { contentType: 'image/png', base64: Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64') };
const succeeded = ({ status, body }: Answer): boolean => status === 200 && body['success'] === true;

/** The series of the ranges, from which no note draws a number. */
const series = 11;

/**
 * Issues the notes for `rounds` rounds of requests. @returns how many notes, and the requests of each round: a cancellation of goods and of
 * a service, a correction letter, a delivery receipt (in the second half of the rounds, the removal of one of the first half), a range of
 * numbers, and a manifestation by a buyer, who is a company here, too
 */
export async function planRequests(deployment: Deployment, rounds: number) {
  const half = rounds / 2;
  const count = rounds + correctedNotes + half + rounds;
  const [notes, services] = await Promise.all([
    issueNotes(deployment, count),
    issueNotes(deployment, rounds, demoService),
  ]);
  const cancelled = notes.splice(0, rounds);
  const corrected = notes.splice(0, correctedNotes);
  const received = await receivedByBuyer(deployment, notes.splice(half));
  const deliveredAt = new Date().toISOString();
  const requestsOf = (round: number): RegistrationRequest[] => [
    cancellation(cancelled[round]!, '110111'),
    cancellation(services[round]!, '101101'),
    letter(corrected[round % correctedNotes]!, 1 + Math.floor(round / correctedNotes)),
    round < half ? receipt(notes[round]!, deliveredAt) : removal(notes[round - half]!),
    range(1 + 3 * round),
    manifestation(received, round),
  ];
  return { notes: count + rounds, requestsOf };
}

/** Issues so many notes, of goods by default. */
export async function issueNotes(deployment: Deployment, count: number, sold?: Sold): Promise<Note[]> {
  const posted = await Promise.all(Array.from({ length: count }, () => deployment.erp.insist(sold)));
  const ids = new Set(posted.map(({ id }) => id));
  const notes = await until('the notes are authorized', async () => {
    const found = (await documents(deployment)).filter(({ id }) => ids.has(id));
    return found.every(({ status }) => status === 'AUTHORIZED') && found;
  });
  expect(notes).toHaveLength(count);
  return notes.map(({ id, accessKey }) => ({ id, accessKey: accessKey ?? '' }));
}

/** An event of a note. */
export function subjectOf({ id: documentId, accessKey }: Note, code: string, sequence = 1): EventSubject {
  return { documentId, accessKey, code, sequence };
}

/** Notes as their buyer received them. */
type Received = { erp: Erp; notes: Note[] };

async function receivedByBuyer(deployment: Deployment, issued: Note[]): Promise<Received> {
  const taxId = demoClient.document.replace(/\D/g, '');
  const { company, erp } = await deployment.openCompany({ taxId, name: demoClient.name });
  const rows = await Promise.all(issued.map((note) => receivedNote(deployment.orm, company, note)));
  return { erp, notes: rows.map(({ id, accessKey }) => ({ id, accessKey })) };
}

function manifestation({ erp, notes }: Received, round: number): RegistrationRequest {
  const note = notes[round]!;
  const said = manifestations[round % manifestations.length]!;
  const justification = said === 'NAO_REALIZADA' ? { justification: 'Mercadoria recusada na entrega' } : {};
  return {
    erp,
    method: 'POST',
    path: `/v1/received-documents/${note.id}/manifestation`,
    body: { type: said, ...justification },
    subject: subjectOf(note, codeOf(said)),
    isDone: (answer) => succeeded(answer) && answer.body['manifestation'] === said,
  };
}

const pathOf = ({ id }: Note, operation: string): string => `/v1/fiscal-documents/${id}/${operation}`;

function cancellation(note: Note, code: string): RegistrationRequest {
  return {
    method: 'POST',
    path: pathOf(note, 'cancel'),
    body: { justification: 'Pedido desfeito pelo cliente' },
    subject: subjectOf(note, code),
    isDone: (answer) => succeeded(answer) || String(answer.body['message']).includes('este está CANCELLED'),
  };
}

function letter(note: Note, sequence: number): RegistrationRequest {
  return {
    method: 'POST',
    path: pathOf(note, 'correction-letter'),
    body: { correction: `Endereço de entrega: Rua das Flores, ${sequence}` },
    subject: subjectOf(note, '110110', sequence),
    isDone: succeeded,
  };
}

function receipt(note: Note, deliveredAt: string): RegistrationRequest {
  return {
    method: 'POST',
    path: pathOf(note, 'delivery-receipt'),
    body: { deliveredAt, receiverName: 'Maria da Silva', receiverDocument: '529.982.247-25', proof },
    subject: subjectOf(note, '110130'),
    isDone: (answer) => succeeded(answer) || answer.body['code'] === 'delivery_receipt_registered',
  };
}

function removal(note: Note): RegistrationRequest {
  return {
    method: 'DELETE',
    path: pathOf(note, 'delivery-receipt'),
    subject: subjectOf(note, '110131'),
    isDone: (answer) => succeeded(answer) || answer.status === 404,
  };
}

function range(first: number): RegistrationRequest {
  const last = first + 1;
  return {
    method: 'POST',
    path: '/v1/fiscal-inutilizations',
    body: { series, startNumber: first, endNumber: last, justification: 'Falha na sequência do sistema' },
    subject: { series, first, last },
    isDone: (answer) => succeeded(answer) && /^\d{15}$/.test(String(answer.body['protocol'])),
  };
}
