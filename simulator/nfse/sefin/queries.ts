import { pack, speaksFor } from '../document.ts';
import { NfseRefusal } from '../fault.ts';
import { inscription, isNfseKey, issuerOfKey } from '../key.ts';
import { type NfseCall, type NfseRequest, type Operation, route } from '../operation.ts';
import type { NfseNote } from '../register.ts';
import { opening, queryRefusal } from './body.ts';

/** The codes of these refusals are observed; where none was observed, the fault has only the description of the OpenAPI. */
const refusals = {
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
    if (!isNfseKey(chave)) throw new NfseRefusal(400, [refusals.badKey]);
    const note = register.note(call.environment, chave);
    if (!note) throw new NfseRefusal(404, [refusals.unknownKey]);
    if (!isParty(call.transmitter, note)) throw new NfseRefusal(403, [refusals.notTheirs]);
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
    if (!isParty(call.transmitter, note)) throw new NfseRefusal(403, [refusals.notTheirs]);
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
  if (!/^DPS\d{7}(1\d{14}|2[0-9A-Z]{14})\d{20}$/.test(id)) throw new NfseRefusal(400, [refusals.badDps]);
  const note = find(id);
  if (!note) throw new NfseRefusal(404, [refusals.unknownDps]);
  return note;
}

/** Not observed: the fault has only the description of the OpenAPI. */
const notAllowed = { code: '', description: 'Usuário não tem permissão para acessar os eventos' };

/** GET /nfse/{chave}/eventos/{tipo}/{seq}: one event of a note, for the note's parties. */
export const eventQuery: Operation = {
  service: 'NfseEventoConsulta',
  api: 'sefin',
  method: 'GET',
  path: route('/nfse/:chave/eventos/:tipo/:seq'),
  about: ({ parameters: { chave = '' } }) => ({ chNFSe: chave, taxId: issuerOfKey(chave) }),

  async perform(call, { nfse: { register } }) {
    const { chave = '', tipo, seq } = call.parameters;
    const note = register.note(call.environment, chave);
    if (note && !isParty(call.transmitter, note)) throw new NfseRefusal(401, [notAllowed]);
    const event = register
      .events(call.environment, chave)
      .find(({ tpEvento, nSeqEvento }) => tpEvento === tipo && nSeqEvento === Number(seq));
    // An empty object, as the real server answers (observed 2026-09-28).
    if (!event) return { status: 404, body: {} };
    const found = {
      chaveAcesso: chave,
      tipoEvento: event.tpEvento,
      numeroPedidoRegistroEvento: String(event.nSeqEvento),
      dataHoraRecebimento: `${event.dhProc.slice(0, 19)}.000`,
      // The text of the packed event, packed in base64 once more, as the real server answers (observed 2026-09-28).
      arquivoXml: Buffer.from(pack(await register.xmlOf(event))).toString('base64'),
    };
    return { status: 200, body: { ...opening(call), eventos: [found] } };
  },

  refusal: queryRefusal,
};
