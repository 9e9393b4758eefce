import { reason } from '../answers/reason.ts';
import { Rejection } from '../answers/rejection.ts';
import { timestamp } from '../clock.ts';
import { readNote } from '../rules/note.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Element } from '../xml/element.ts';
import { children, textOf } from '../xml/element.ts';
import type { Content } from '../xml/writer.ts';
import { writeElement } from '../xml/writer.ts';
import { authorize } from './authorize.ts';
import { homeState, nfe, opening } from './head.ts';
import { checkSchema } from './schema-check.ts';
import { nextReceipt } from './sequence.ts';
import type { Call, Reply, Service } from './service.ts';

const received = 103;
const processed = 104;

/** NfeAutorizacao: one note is answered at once, several get a lot receipt. */
export const authorization: Service = {
  root: 'enviNFe',
  codes: { root: 565, version: 568, unserved: 239, schema: 225 },

  refuse: (call, cStat, xMotivo) => result(call, cStat, xMotivo, {}),

  perform(call, authority) {
    checkSchema(call, authority, authorization, { file: 'enviNFe_v4.00.xsd', version: '4.00' });
    const notes = children(call.message, 'NFe');
    checkLot(notes, textOf(call.message, 'indSinc'));

    const nRec = nextReceipt(authority.register, call.endpoint.authorizers[0], stateOf(call));
    const outcomes = notes.map((note) => authorize(note, nRec, call, authority));
    const said = outcomes.map(({ chNFe, cStat }) => ({ chNFe, cStat }));
    const protocols = outcomes.map(({ protNFe }) => protNFe);

    const pendingPolls = asynchronous(call, authority, outcomes[0]?.chNFe ?? '');
    if (notes.length === 1 && pendingPolls === undefined) {
      return { result: result(call, processed, reason(processed), { protocols }), said };
    }
    return withReceipt(call, authority, { nRec, protocols, pendingPolls: pendingPolls ?? 0 }, said);
  },
};

function checkLot(notes: readonly Element[], indSinc: string | undefined): void {
  const read = notes.map((note) => readNote(note));
  const models = new Set(read.map((note) => note?.key.model));
  const states = new Set(read.map((note) => note?.key.cUF));
  const issuers = new Set(read.map((note) => note?.key.issuer.slice(0, 8)));
  if (models.size > 1) throw new Rejection(765);
  if (models.has('65') && notes.length > 1) throw new Rejection(126);
  if (indSinc === '1' && notes.length > 1) throw new Rejection(764);
  if (indSinc !== '1' && notes.length === 1) throw new Rejection(452);
  if (states.size > 1) throw new Rejection(476);
  if (issuers.size > 1) throw new Rejection(560);
}

function asynchronous(call: Call, { scenarios }: TaxAuthority, chNFe: string): number | undefined {
  const wanted = scenarios.take('asyncLots', { service: 'NfeAutorizacao', chNFe: [chNFe], cnpj: [] });
  if (wanted === undefined || wanted === false) return undefined;
  return wanted === true ? 0 : wanted.pendingPolls;
}

function withReceipt(
  call: Call,
  { register }: TaxAuthority,
  lot: { nRec: string; protocols: string[]; pendingPolls: number },
  said: Reply['said'],
): Reply {
  register.add({ kind: 'lot', environment: call.endpoint.environment, ...lot });
  const infRec = { nRec: lot.nRec, tMed: 1 };
  return { result: result(call, received, reason(received), { infRec }), said };
}

function stateOf({ endpoint, message }: { endpoint: Call['endpoint']; message?: Element | undefined }): string {
  return textOf(message, 'NFe', 'infNFe', 'ide', 'cUF') ?? homeState(endpoint);
}

function result(
  call: Parameters<Service['refuse']>[0],
  cStat: number,
  xMotivo: string,
  { infRec, protocols = [] }: { infRec?: Content; protocols?: readonly string[] },
): string {
  const content = {
    '@xmlns': nfe,
    '@versao': '4.00',
    ...opening(call.endpoint.environment, cStat, xMotivo),
    cUF: stateOf(call),
    dhRecbto: timestamp(call.at),
    infRec,
  };
  return writeElement('retEnviNFe', content, protocols.join(''));
}
