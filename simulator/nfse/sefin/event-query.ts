import { issuerOfKey } from '../key.ts';
import type { Operation } from '../operation.ts';
import { route } from '../operation.ts';
import { pack } from '../packed.ts';
import { Refused } from '../refused.ts';
import { opening, queryRefusal } from './body.ts';
import { isParty } from './queries.ts';

/** Not observed: the description of the OpenAPI stands alone. */
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
    if (note && !isParty(call.transmitter, note)) throw new Refused(401, [notAllowed]);
    const event = register
      .events(call.environment, chave)
      .find(({ tpEvento, nSeqEvento }) => tpEvento === tipo && nSeqEvento === Number(seq));
    // An empty object, as the real one (observed 2026-09-28).
    if (!event) return { status: 404, body: {} };
    const found = {
      chaveAcesso: chave,
      tipoEvento: event.tpEvento,
      numeroPedidoRegistroEvento: String(event.nSeqEvento),
      dataHoraRecebimento: `${event.dhProc.slice(0, 19)}.000`,
      // The text of the packed event packed in base64 once more, as the real one (observed 2026-09-28).
      arquivoXml: Buffer.from(pack(await register.xmlOf(event))).toString('base64'),
    };
    return { status: 200, body: { ...opening(call), eventos: [found] } };
  },

  refusal: queryRefusal,
};
