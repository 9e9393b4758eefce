import type { NfseNote } from '../records.ts';
import { inscription, isNfseKey, issuerOfKey } from '../key.ts';
import type { NfseCall, NfseRequest, Operation } from '../operation.ts';
import { route } from '../operation.ts';
import { pack } from '../packed.ts';
import { Refused } from '../refused.ts';
import { speaksFor } from '../signature.ts';
import { opening, queryRefusal } from './body.ts';

/** The codes of these refusals are those that were observed; where none was, the description of the OpenAPI stands alone. */
const said = {
  badKey: { code: 'E2406', description: 'A chave de acesso consultada deve conter 50 números.' },
  unknownKey: { code: '', description: 'Chave de acesso não encontrada.' },
  notTheirs: { code: '', description: 'Consulta desta NFS-e não é permitida para este usuário.' },
  badDps: { code: '', description: 'Identificador de DPS inválido' },
  unknownDps: { code: 'E2404', description: 'Não foi gerada uma NFS-e com o identificador de DPS informado' },
} as const;

/** GET /nfse/{chave}: the note, for its parties. */
export const noteQuery: Operation = {
  service: 'NfseConsulta',
  api: 'sefin',
  method: 'GET',
  path: route('/nfse/:chave'),
  about: ({ parameters: { chave = '' } }) => ({ chNFSe: chave, taxId: issuerOfKey(chave) }),

  async perform(call, { nfse: { register } }) {
    const { chave = '' } = call.parameters;
    if (!isNfseKey(chave)) throw new Refused(400, [said.badKey]);
    const note = register.note(call.environment, chave);
    if (!note) throw new Refused(404, [said.unknownKey]);
    if (!isParty(call.transmitter, note)) throw new Refused(403, [said.notTheirs]);
    const nfseXmlGZipB64 = pack(await register.xmlOf(note));
    return { status: 200, body: { ...opening(call), chaveAcesso: chave, nfseXmlGZipB64 }, cStat: note.cStat };
  },

  refusal: queryRefusal,
};

/** GET /dps/{id}: the key of the note that a DPS generated, for the note's parties. */
export const dpsQuery: Operation = {
  service: 'DpsConsulta',
  api: 'sefin',
  method: 'GET',
  path: route('/dps/:id'),
  about: aboutDps,

  async perform(call, { nfse: { register } }) {
    const note = noteOfDps(call, (id) => register.noteOfDps(call.environment, id));
    if (!isParty(call.transmitter, note)) throw new Refused(403, [said.notTheirs]);
    const body = { ...opening(call), idDps: note.idDps, chaveAcesso: note.chNFSe };
    return { status: 200, body, cStat: note.cStat, chNFSe: note.chNFSe };
  },

  refusal: queryRefusal,
};

/** HEAD /dps/{id}: whether a DPS generated a note, for anybody with a certificate. */
export const dpsExistence: Operation = {
  ...dpsQuery,
  method: 'HEAD',

  async perform(call, { nfse: { register } }) {
    const { cStat, chNFSe } = noteOfDps(call, (id) => register.noteOfDps(call.environment, id));
    return { status: 200, body: '', cStat, chNFSe };
  },

  refusal: () => '',
};

/** Whether a certificate belongs to issuer, taker or intermediary of a note. */
export function isParty(transmitter: string, { issuer, taker, intermediary }: NfseNote): boolean {
  return [issuer, taker, intermediary].some((one) => one !== undefined && speaksFor(transmitter, one));
}

function aboutDps({ parameters: { id = '' } }: NfseRequest): { id: string; taxId: string } {
  return { id, taxId: inscription(id.slice(10, 25)) };
}

function noteOfDps({ parameters }: NfseCall, find: (id: string) => NfseNote | undefined): NfseNote {
  const { id = '' } = parameters;
  if (!/^DPS\d{7}(1\d{14}|2[0-9A-Z]{14})\d{20}$/.test(id)) throw new Refused(400, [said.badDps]);
  const note = find(id);
  if (!note) throw new Refused(404, [said.unknownDps]);
  return note;
}
