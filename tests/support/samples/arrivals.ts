import { gzipSync } from 'node:zlib';
import type { OpenedEntry } from '../../../operations/distribution/open-lot.ts';
import { buildAccessKey } from '../../../domain/access-key.ts';
import type { Arrival, EventArrival, NoteArrival } from '../../../domain/received/arrival.ts';

export const supplier = { taxId: '11222333000181', name: 'Torrefação Serra Azul Ltda' };

/** Access key of the supplier's NF-e with this number. */
export function keyOf(number: number, taxId = supplier.taxId): string {
  const of = { stateCode: '35', yearMonth: '2611', taxId, model: '55', series: 1, number };
  return buildAccessKey({ ...of, emissionType: '1', cNF: '12345678' });
}

/** The summary of a supplier's note, as read from a lot. */
export function summaryOf(accessKey: string, changes: Partial<NoteArrival> = {}): NoteArrival {
  return {
    kind: 'note',
    model: 'NFE',
    schemaType: 'RES_NFE',
    accessKey,
    issuer: supplier,
    parties: { recipient: null, carrier: null, authorized: [], intermediary: null },
    number: String(Number(accessKey.slice(25, 34))),
    series: '1',
    totalValue: '300.00',
    payableValue: '300.00',
    emissionDate: new Date('2026-11-20T12:00:00Z'),
    operation: 'OUT',
    purpose: null,
    status: 'AUTHORIZED',
    protocol: '135260000000001',
    authorizedAt: new Date('2026-11-20T12:00:05Z'),
    installments: [],
    payment: { indPag: [], tPag: [], vPag: [] },
    ...changes,
  };
}

/** The same note complete, addressed to `recipient`, payable in two installments. */
export function wholeOf(accessKey: string, recipient: string, changes: Partial<NoteArrival> = {}): NoteArrival {
  return summaryOf(accessKey, {
    schemaType: 'PROC_NFE',
    parties: { recipient, carrier: null, authorized: [], intermediary: null },
    purpose: '1',
    installments: [
      { number: '001', dueDate: '2026-12-20', amount: '150.00' },
      { number: '002', dueDate: '2027-01-20', amount: '150.00' },
    ],
    payment: { indPag: ['1'], tPag: ['14'], vPag: ['300.00'] },
    ...changes,
  });
}

/** An event of a note, as read from a lot. */
export function eventOf(accessKey: string, code: string, changes: Partial<EventArrival> = {}): EventArrival {
  return {
    kind: 'event',
    model: 'NFE',
    schemaType: 'PROC_EVENTO',
    accessKey,
    code,
    sequence: 1,
    author: supplier.taxId,
    description: 'Cancelamento',
    occurredAt: new Date('2026-11-21T09:00:00Z'),
    registeredAt: new Date('2026-11-21T09:00:02Z'),
    protocol: '135260000000002',
    cStat: '135',
    justification: 'Pedido desfeito pelo cliente',
    correction: null,
    replacedBy: null,
    ...changes,
  };
}

/** An opened entry of a lot with this arrival; its bytes are a text of NSU and schema. */
export function entryOf(nsu: number, arrival: Arrival): OpenedEntry {
  const xml = Buffer.from(`<${arrival.schemaType} nsu="${nsu}"/>`);
  const bytes = gzipSync(xml);
  const [crc32, size] = [bytes.readUInt32LE(bytes.length - 8), xml.length];
  return { nsu: BigInt(nsu), schema: arrival.schemaType, bytes, crc32, size, arrival, signature: null };
}
